internal import CallModel
internal import ExchangeCore
internal import Verto
internal import WireJSON

extension VertoFailure {
    static let noDigits = VertoFailure(
        .notPermitted, "This exchange passes digits on and nothing else: info without a text in dtmf")
    static let noTexts = VertoFailure(.notPermitted, "This exchange passes no texts on")
    static let anonymousCallsOneTarget = VertoFailure(
        .notPermitted, "An anonymous login may call the target it named, and nothing else")

    /// - Parameter index: of the header in `custom_headers`.
    static func malformedHeader(_ index: Int) -> VertoFailure {
        VertoFailure(
            .notPermitted,
            """
            One of custom_headers is no header: its name has 1 to 128 characters of a token (RFC 9110), its value no \
            line break
            """,
            extra: ["header": .integer(Int64(index))])
    }

    static let noPush = VertoFailure(.notPermitted, "This exchange sends no push notifications")
    static let noTransfer = VertoFailure(
        .notPermitted, "This exchange does not transfer calls: their media does not pass through it")

    /// A disk that is full or gone, for longer than a device waits.
    static let notStored = VertoFailure(
        .application, "NOTHING CAN BE STORED NOW, TRY AGAIN", extra: cause(.normalTemporaryFailure))

    /// A refusal of the exchange: code and words a client of either dialect understands, the cause beside it.
    init(_ refusal: ExchangeRefusal) {
        switch refusal {
        case .notLoggedIn: self = .authenticationRequired
        case .callDoesNotExist: self = .callDoesNotExist
        // Source: observed on FreeSWITCH 1.11, a callID that is in use.
        case .callIDInUse: self = .callError(.destinationOutOfOrder)
        case .callEnded(let ending):
            self.init(.application, "CALL HAS ENDED", extra: Self.cause(ending.cause))
        case .callNotAnswered: self.init(.application, "CALL IS NOT ANSWERED", extra: Self.cause(HangUpCause(101)))
        case .notCalled: self.init(.application, "CALL IS NOT INBOUND", extra: Self.cause(HangUpCause(101)))
        case .notDetached: self.init(.application, "CALL IS NOT DETACHED", extra: Self.cause(HangUpCause(101)))
        case .malformedDescription:
            self.init(.application, "SDP ERROR", extra: Self.cause(.incompatibleDestination))
        case .malformedTones: self.init(.application, "DTMF ERROR", extra: Self.cause(HangUpCause(100)))
        case .peerCannotRenegotiate:
            self.init(
                .application, "PEER CANNOT CHANGE ITS MEDIA, AND NONE PASSES THROUGH THE EXCHANGE",
                extra: Self.cause(HangUpCause(69)))
        case .nobodyKeepsHold:
            self.init(
                .application, "NEITHER SIDE CAN HOLD, AND NO MEDIA PASSES THROUGH THE EXCHANGE",
                extra: Self.cause(HangUpCause(69)))
        case .renegotiationInProgress:
            self.init(.application, "MEDIA ARE BEING CHANGED", extra: Self.cause(.normalTemporaryFailure))
        case .limitReached(let limit):
            let isOfCalls = [.calls, .callsOfUser, .ringsOfPair].contains(limit)
            var extra = Self.cause(HangUpCause(isOfCalls ? 42 : 100))
            extra["limit"] = .string(limit.rawValue)
            self.init(.application, "LIMIT REACHED: \(limit.rawValue)", extra: extra)
        }
    }

    private static func cause(_ cause: HangUpCause) -> JSONObject {
        ["causeCode": .integer(Int64(cause.code)), "cause": .string(cause.name)]
    }
}
