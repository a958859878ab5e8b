internal import CallModel
internal import ExchangeCore
internal import Redaction
internal import Verto
internal import WireJSON

/// Carries out the exchange's effects in the dialect of each device.
extension VertoGateway {
    func perform(_ effect: ExchangeEffect, on id: ConnectionID) {
        // The exchange knows that the connection is gone, and repeats what matters when the device comes back.
        guard let connection = connection(id) else { return }
        switch effect {
        case .admit: break  // `ready` follows, and tells the device.
        case .refuseAdmission(_, let refusal): refuseAdmission(refusal, on: connection)
        case .send(_, .ready(let reattached)): becomeReady(connection, reattached: reattached)
        case .send(_, let message): send(message, to: connection)
        case .reply(_, .number(let number), let reply):
            answer(VertoRequestNumber(number: UInt64(clamping: number)), with: reply, on: connection)
        case .punt: pass(.punt, to: connection)
        case .disconnect: connection.socket.close(.closedByExchange)
        // These effects do not concern a connection, and requests here are identified by numbers.
        case .reply, .startTimer, .cancelTimer, .journal, .keep, .discard, .push, .callEvent, .commandResult: break
        }
    }

    func refuseUnstored(_ request: RequestID, on id: ConnectionID) {
        guard let connection = connection(id), case .number(let number) = request else { return }
        refuse(VertoRequestNumber(number: UInt64(clamping: number)), .notStored, connection)
    }

    private func send(_ message: ExchangeMessage, to connection: GatewayConnection) {
        switch message {
        case .updateMedia(let callID, let offer, let description):
            return ask(for: offer, callID, answering: description, connection)
        case .requestOffer(let callID, let offer): return ask(for: offer, callID, answering: nil, connection)
        case .requestNewOffer(let callID, let offer):
            return ask(for: offer, callID, answering: nil, isFresh: true, connection)
        // A client understands nothing before the result of its login, and is asked this before it is ready.
        case .probe: acceptLogin(connection, reattached: [])
        default: break
        }
        guard let request = VertoServerRequest(message, in: connection.session.dialect ?? .freeSwitch) else { return }
        if case .probe = message { return deliver(request, to: connection) }
        if connection.beforeReady != nil {
            connection.beforeReady?.append(request)
        } else {
            deliver(request, to: connection, isAwaited: message.isToBeAcknowledged)
        }
    }

    /// Asks the device to answer a description, or without one, to make an offer; notes the id under which it will
    /// answer.
    private func ask(
        for offer: OfferID, _ callID: CallID, answering description: Redacted<String>?, isFresh: Bool = false,
        _ connection: GatewayConnection
    ) {
        var more = JSONObject()
        if isFresh { more["fresh"] = true }
        let request = VertoServerRequest.change(
            callID, .updateMedia, description, more, in: connection.session.dialect ?? .freeSwitch)
        if connection.offers.count >= Self.offersMax { connection.offers.removeAll() }
        pass(.send(request), to: connection, awaiting: .answer(offer))
    }

    /// How many offers a device may leave unanswered: those of a few calls. The exchange gives each up after a while.
    private static let offersMax = 64

    private func answer(_ token: VertoRequestNumber, with reply: ExchangeReply, on connection: GatewayConnection) {
        if case .refused(let refusal) = reply {
            return refuse(token, VertoFailure(refusal), connection)
        }
        noteConfirmation(reply, on: connection)
        pass(.reply(token, VertoReply(reply, in: connection.session.dialect ?? .freeSwitch).object), to: connection)
    }
}

extension ExchangeMessage {
    fileprivate var isToBeAcknowledged: Bool {
        if case .answer(let notice) = self { notice.isToBeAcknowledged } else { false }
    }
}

extension VertoServerRequest {
    /// Puts a message of the exchange into a dialect; nil when another function sends it.
    init?(_ message: ExchangeMessage, in dialect: VertoDialect) {
        switch message {
        case .ready, .updateMedia, .requestOffer, .requestNewOffer: return nil
        case .invite(let invitation): self = .invite(VertoServerInvite(invitation, in: dialect))
        case .ringing(let name):
            var progress = VertoProgress(callID: name.callID.rawValue)
            progress.telnyxIDs = VertoTelnyxIDs(name, in: dialect)
            self = .ringing(progress)
        case .earlyDescription(let callID, let sdp):
            var progress = VertoProgress(callID: callID.rawValue, sdp: sdp)
            progress.isEarlyDescription = true
            self = .media(progress)
        case .answer(let notice): self = .answer(VertoProgress(notice, in: dialect))
        // A client acknowledges the answer of a call that it has, and ignores it where it knows the call as answered.
        case .probe(let callID): self = .answer(VertoProgress(callID: callID.rawValue))
        case .bye(let callID, let ending): self = .bye(VertoBye(callID, ending, in: dialect))
        case .attach(let offer): self = .attach(VertoServerInvite(offer, in: dialect))
        case .display(let callID, let name, let number):
            self = .display(VertoDisplay(callID: callID.rawValue, name: name, number: number))
        case .candidate(let callID, let candidate):
            self = .candidate(
                VertoCandidate(
                    callID: callID.rawValue, candidate: candidate.text, sdpMid: candidate.mediaID,
                    sdpMLineIndex: candidate.mediaIndex.map { Int64($0) }))
        case .endOfCandidates(let callID): self = .endOfCandidates(VertoCallNotice(callID: callID.rawValue))
        case .tones(let callID, let digits): self = .info(VertoInfo(callID: callID.rawValue, digits: digits))
        case .mediaAnswer(let callID, let sdp): self = .media(VertoProgress(callID: callID.rawValue, sdp: sdp))
        case .transferFailed(let callID, let ending):
            let cause: JSONObject = [
                "cause": .string(ending.cause.name), "causeCode": .integer(Int64(ending.cause.code)),
            ]
            self = .change(callID, .transfer, nil, cause, in: dialect)
        case .remoteHold(let callID): self = .change(callID, .hold, nil, in: dialect)
        case .remoteResume(let callID): self = .change(callID, .unhold, nil, in: dialect)
        }
    }

    /// A `modify` request from the exchange. Only our own clients understand it, so no other is sent one.
    static func change(
        _ callID: CallID, _ action: VertoModify.Action, _ sdp: Redacted<String>?, _ more: JSONObject = JSONObject(),
        in dialect: VertoDialect
    ) -> VertoServerRequest {
        var params: JSONObject = ["callID": .string(callID.rawValue), "action": .string(action.rawValue)]
        params["sdp"] = sdp.map { .string($0.revealed) }
        for member in more.members { params[member.key] = member.value }
        return .unknown(method: dialect.methodPrefix + "modify", VertoParameters(params))
    }
}

extension VertoServerInvite {
    init(_ invitation: CallInvitation, in dialect: VertoDialect) {
        self.init(callID: invitation.name.callID.rawValue, sdp: invitation.description)
        callerIDName = invitation.callerName
        callerIDNumber = invitation.callerNumber
        calleeIDName = invitation.dialed
        calleeIDNumber = invitation.dialed
        displayDirection = "outbound"
        telnyxIDs = VertoTelnyxIDs(invitation.name, in: dialect)
        clientState = invitation.clientState
        customHeaders = invitation.headers.map { VertoHeader(name: $0.name.text, value: $0.value) }
        switch dialect {
        case .freeSwitch: variables = ["call_session_id": .string(invitation.name.session.description)]
        case .telnyx: if invitation.trickles { extra["trickle"] = true }
        }
        if invitation.takesEarlyDescription { takesEarlyDescription = true }
        if !invitation.preferredCodecs.isEmpty {
            dialogExtra["preferred_codecs"] = .array(invitation.preferredCodecs.map(\.json))
        }
    }

    init(_ offer: AttachOffer, in dialect: VertoDialect) {
        self.init(callID: offer.name.callID.rawValue, sdp: offer.description)
        callerIDName = offer.peerName
        callerIDNumber = offer.peerNumber
        displayDirection = "outbound"
        telnyxIDs = VertoTelnyxIDs(offer.name, in: dialect)
    }
}

extension VertoProgress {
    init(_ notice: AnswerNotice, in dialect: VertoDialect) {
        self.init(callID: notice.name.callID.rawValue, sdp: notice.description)
        telnyxIDs = VertoTelnyxIDs(notice.name, in: dialect)
        customHeaders = notice.headers.map { VertoHeader(name: $0.name.text, value: $0.value) }
    }
}

extension VertoTelnyxIDs {
    /// Only Telnyx' dialect has these ids. The call control id is derived from the leg's id.
    init(_ name: CallName, in dialect: VertoDialect) {
        switch dialect {
        case .telnyx:
            self.init(
                sessionID: name.session.description, legID: name.leg.description,
                callControlID: Redacted("v3:" + name.leg.description))
        case .freeSwitch: self.init()
        }
    }
}

extension VertoBye {
    /// A call that another device answered ends with `LOSE_RACE` for FreeSWITCH, and with `PICKED_OFF` and SIP 487 for
    /// Telnyx.
    init(_ callID: CallID, _ ending: Ending, in dialect: VertoDialect) {
        let isLostRace = dialect == .freeSwitch && ending.cause == .pickedOff
        let cause = isLostRace ? HangUpCause.loseRace : ending.cause
        self.init(callID: callID.rawValue, causeCode: VertoCauseCode(rawValue: Int(cause.code)))
        self.cause = cause.name
        if dialect == .telnyx {
            sipCode = ending.sipCode.map { Int64($0) }
            sipReason = ending.sipReason
        }
    }
}

extension VertoReply {
    /// The result of a request that succeeded. A refusal is a `VertoFailure`.
    init(_ reply: ExchangeReply, in dialect: VertoDialect) {
        switch reply {
        case .callCreated(let name):
            self = .callCreated(name.callID.rawValue)
            if dialect == .telnyx {
                extra["telnyx_session_id"] = .string(name.session.description)
                extra["telnyx_leg_id"] = .string(name.leg.description)
            }
        case .transferBegun(let callID): self = .modified(callID.rawValue, .transfer, holdState: nil)
        case .answered, .attached, .refused: self.init()
        case .ended(let callID, let cause):
            self = .callEnded(callID.rawValue, VertoCauseCode(rawValue: Int(cause.code)))
            self.cause = cause.name
        case .holdChanged(let callID, let change, let isHeld):
            self = .modified(callID.rawValue, Self.action(change), holdState: isHeld ? .held : .active)
        case .sent: self = .sent
        case .mediaUpdated(let callID, let sdp):
            self = .modified(callID.rawValue, .updateMedia, holdState: nil, sdp: sdp)
        case .noted(let callID): self.init(callID: callID.rawValue)
        }
    }

    private static func action(_ change: HoldChange) -> VertoModify.Action {
        switch change {
        case .hold: .hold
        case .resume: .unhold
        case .toggle: .toggleHold
        }
    }
}

extension VertoFailure {
    static let noDigits = VertoFailure(
        .notPermitted, "This exchange passes digits on and nothing else: info without a text in dtmf")
    static let noTexts = VertoFailure(.notPermitted, "This exchange passes no texts on")
    static let anonymousCallsOneTarget = VertoFailure(
        .notPermitted, "An anonymous login may call the target it named, and nothing else")

    /// - Parameter index: the index of the header in `custom_headers`.
    static func malformedHeader(_ index: Int) -> VertoFailure {
        VertoFailure(
            .notPermitted,
            """
            One of custom_headers is no header: its name has 1 to 128 characters of a token (RFC 9110), its value no \
            line break
            """,
            extra: ["header": .integer(Int64(index))])
    }

    /// The request is Telnyx's. It would remove a push token, which is done by HTTP here.
    static let noPush = VertoFailure(
        .notPermitted, "Push tokens are given and removed over the HTTP API (/api/device-tokens), not by signaling")
    static let noTransfer = VertoFailure(
        .notPermitted, "This exchange transfers calls between users of it, for a user, to a user, and nothing else")

    /// The disk has been full or gone for longer than a device waits.
    static let notStored = VertoFailure(
        .application, "NOTHING CAN BE STORED NOW, TRY AGAIN", extra: cause(.normalTemporaryFailure))

    /// A refusal of the exchange, with a code and text that clients of either dialect understand, and the cause beside
    /// them.
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
        case .cannotTransfer: self = .noTransfer
        case .noPartySupportsHold:
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
