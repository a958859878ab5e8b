package import CallModel
import Redaction
import Verto
import WireJSON

extension Ending {
    /// The most Unicode scalars that are kept of a peer's phrase.
    package static let phraseLengthMax = 128

    /// What the exchange says of an end: a number, a name, either or neither.
    ///
    /// - Parameters:
    ///   - direction: of the call, where it was not answered; nil: it stood.
    ///   - wasRinging: whether it was heard to ring.
    init(
        cause code: Int?, name: String?, unanswered direction: CallDirection?, wasRinging: Bool, sipCode: Int64? = nil,
        sipReason: String? = nil
    ) {
        let numbered = code.flatMap(UInt16.init(exactly:)).map { HangUpCause($0) }
        let cause = numbered ?? name.flatMap(HangUpCause.init(name:)) ?? .normalClearing
        let status = sipCode.flatMap(UInt16.init(exactly:))
        let reason =
            if let direction {
                EndReason(
                    ofUnansweredCallWith: cause, sipCode: status, wasRinging: wasRinging,
                    toldTo: direction == .outbound ? .caller : .otherDevice)
            } else {
                EndReason(ofConnectedCallWith: cause)
            }
        self.init(
            reason, cause: cause, sipCode: status,
            sipReason: sipReason.flatMap { $0.shown(scalarsMax: Self.phraseLengthMax) })
    }

    /// Whether cause, SIP status and phrase are the same, whatever the reason.
    package func hasDetails(of other: Ending) -> Bool {
        cause == other.cause && sipCode == other.sipCode && sipReason == other.sipReason
    }
}

extension VertoBye {
    /// Whether it says why, and does not merely say that the call is over.
    var namesCause: Bool { causeCode != nil || cause != nil || sipCode != nil }
}

extension RequestOutcome {
    /// The end of a call whose INVITE, ANSWER or ATTACH had this outcome; nil when it lives on
    /// (contrast: W7 of the Telnyx SDK, whose failed INVITE stays CONNECTING for ever).
    func ending(of direction: CallDirection, wasRinging: Bool) -> Ending? {
        switch self {
        case .reply, .connectionLost: nil
        case .timedOut: Ending(.failed, cause: .recoveryOnTimerExpire)
        case .notSent: Ending(.failed)
        case .failure(let failure):
            if let code = failure.extra["causeCode"]?.integer {
                Ending(
                    cause: Int(code), name: failure.extra["cause"]?.string, unanswered: direction,
                    wasRinging: wasRinging, sipCode: failure.extra["sipCode"]?.integer,
                    sipReason: failure.extra["sipReason"]?.string)
            } else {
                Ending(.failed)
            }
        }
    }

    /// Whether the exchange refused and named a cause.
    var namesCause: Bool {
        if case .failure(let failure) = self { failure.extra["causeCode"]?.integer != nil } else { false }
    }

    /// What an operation that waits for this outcome is told.
    var error: ClientError? {
        switch self {
        case .reply: nil
        case .failure(let failure): ClientError(.requestFailed, "the exchange refused: \(failure)")
        case .timedOut: ClientError(.requestFailed, "the exchange did not answer in time")
        case .connectionLost: ClientError(.notConnected, "the connection was lost")
        case .notSent: ClientError(.notConnected, "there is no connection")
        }
    }
}
