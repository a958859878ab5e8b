internal import CallModel
internal import ExchangeCore
internal import Redaction
internal import Verto
internal import WireJSON

extension VertoServerRequest {
    /// A message of the exchange in a dialect; nil when it is said in another way.
    init?(_ message: ExchangeMessage, in dialect: VertoDialect) {
        switch message {
        case .ready, .updateMedia, .requestOffer: return nil
        case .invite(let invitation): self = .invite(VertoServerInvite(invitation, in: dialect))
        case .ringing(let name):
            var progress = VertoProgress(callID: name.callID.rawValue)
            progress.telnyxIDs = VertoTelnyxIDs(name, in: dialect)
            self = .ringing(progress)
        case .answer(let notice): self = .answer(VertoProgress(notice, in: dialect))
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
        case .remoteHold(let callID): self = .change(callID, .hold, nil, in: dialect)
        case .remoteResume(let callID): self = .change(callID, .unhold, nil, in: dialect)
        }
    }

    /// `modify` from the exchange: our own clients know it, no other is sent it.
    static func change(
        _ callID: CallID, _ action: VertoModify.Action, _ sdp: Redacted<String>?, in dialect: VertoDialect
    ) -> VertoServerRequest {
        var params: JSONObject = ["callID": .string(callID.rawValue), "action": .string(action.rawValue)]
        params["sdp"] = sdp.map { .string($0.revealed) }
        return .unknown(method: dialect.methodPrefix + "modify", VertoParameters(params))
    }
}

extension VertoServerInvite {
    init(_ invitation: Invitation, in dialect: VertoDialect) {
        self.init(callID: invitation.name.callID.rawValue, sdp: invitation.description)
        callerIDName = invitation.callerName
        callerIDNumber = invitation.callerNumber
        calleeIDName = invitation.dialled
        calleeIDNumber = invitation.dialled
        displayDirection = "outbound"
        telnyxIDs = VertoTelnyxIDs(invitation.name, in: dialect)
        clientState = invitation.clientState
        customHeaders = invitation.headers.map { VertoHeader(name: $0.name.text, value: $0.value) }
        switch dialect {
        case .freeSwitch: variables = ["call_session_id": .string(invitation.name.session.description)]
        case .telnyx: if invitation.trickles { extra["trickle"] = true }
        }
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
    /// Only Telnyx' dialect has them. The call control id is the leg's: there is no other control of a call yet.
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
    /// FreeSWITCH says `LOSE_RACE` to who answered too late, Telnyx `PICKED_OFF` with SIP 487.
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
