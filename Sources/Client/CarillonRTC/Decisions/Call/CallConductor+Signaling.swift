import CallModel
import MediaEngine
import Redaction
import Verto
import WireJSON

/// What the exchange says.
extension CallConductor {
    mutating func handleInvite(_ invite: VertoServerInvite, at now: Duration, into effects: inout [ConductorEffect]) {
        inboundOffer = invite.sdp
        var ids = invite.telnyxIDs
        // In FreeSWITCH's dialect our exchange gives the session's name as a variable.
        ids.sessionID = ids.sessionID ?? invite.variables?["call_session_id"]?.string
        learn(ids, invite.customHeaders, into: &effects)
        advance(.invited, at: now, into: &effects)
    }

    mutating func handleRepeatedInvite(
        _ invite: VertoServerInvite, at now: Duration, into effects: inout [ConductorEffect]
    ) {
        inboundOffer = invite.sdp
        advance(.linkRestored, at: now, into: &effects)
    }

    mutating func handleRinging(_ progress: VertoProgress, at now: Duration, into effects: inout [ConductorEffect]) {
        learn(progress.telnyxIDs, progress.customHeaders, into: &effects)
        advance(.peerRinging, at: now, into: &effects)
    }

    /// Early media. FreeSWITCH has no ringing message: this is its sign that the other side is being rung.
    /// Once the call stands, it is the peer's answer to the description we gave when we took the call up again.
    mutating func handleMedia(_ progress: VertoProgress, at now: Duration, into effects: inout [ConductorEffect]) {
        guard let sdp = progress.sdp else { return }
        learn(progress.telnyxIDs, progress.customHeaders, into: &effects)
        switch negotiation {
        case .awaitingAnswer:
            applyAnswer(sdp, isFinal: false, into: &effects)
            if state.progress == .connecting { advance(.peerRinging, at: now, into: &effects) }
            effects.append(.report(.earlyMedia))
        case .awaitingUpdate: applyUpdate(sdp, into: &effects)
        case .offeringOnRequest, .awaitingRequestedAnswer: handleRequestedAnswer(sdp, at: now, into: &effects)
        case .idle, .offering, .applying, .answering, .answeringUpdate, .offeringUpdate, .applyingUpdate:
            // Nothing of ours waits for an answer.
            break
        }
    }

    mutating func handleAnswer(_ progress: VertoProgress, at now: Duration, into effects: inout [ConductorEffect]) {
        learn(progress.telnyxIDs, progress.customHeaders, into: &effects)
        guard advance(.peerAnswered, at: now, into: &effects) else { return }
        guard let sdp = progress.sdp ?? remoteDescription else {
            advance(.mediaIncompatible, at: now, into: &effects)
            return
        }
        applyAnswer(sdp, isFinal: true, into: &effects)
    }

    /// A new offer of the peer. When both offer at once the caller's stands: one side must yield, and both know who
    /// called.
    mutating func handleUpdate(_ id: VertoID, _ sdp: Redacted<String>, into effects: inout [ConductorEffect]) {
        guard state.progress == .active || state.progress == .answering, isMediaOpen else {
            return effects.append(.refuse(id, .callDoesNotExist))
        }
        switch negotiation {
        case .idle: break
        case .offeringUpdate, .awaitingUpdate:
            guard state.direction == .inbound else { return effects.append(.refuse(id, Self.busyNegotiating)) }
            effects.append(.media(.rollBack))
        case .offeringOnRequest, .awaitingRequestedAnswer: giveUpOffer(into: &effects)
        case .offering, .awaitingAnswer, .applying, .answering, .answeringUpdate, .applyingUpdate:
            return effects.append(.refuse(id, Self.busyNegotiating))
        }
        // The answer to a restart of the peer's gathers anew: ours is made with it.
        let isSame = RemoteIdentity(sdp.revealed).flatMap { offered in
            remote.map { offered.isSamePeerConnection(as: $0) }
        }
        isAnsweringRestart = isSame == false
        if isAnsweringRestart { isRestartDue = false }
        acceptOffer(sdp, as: { .answeringUpdate($0, id, sdp) }, into: &effects)
    }

    mutating func applyUpdate(_ sdp: Redacted<String>, into effects: inout [ConductorEffect]) {
        let id = nextMediaID()
        negotiation = .applyingUpdate(id)
        localDescription = offeredDescription ?? localDescription
        effects.append(.media(.acceptAnswer(id: id, sdp: sdp, provisional: false)))
        learnRemote(sdp, into: &effects)
    }

    mutating func handleOutcome(
        _ outcome: RequestOutcome, of tag: CallRequestTag, at now: Duration, into effects: inout [ConductorEffect]
    ) {
        switch tag {
        case .invite, .answer, .attach:
            // The loss of the link has its own event; the exchange may have heard us.
            guard let ending = outcome.ending(of: state.direction, wasRinging: wasRinging) else { return }
            if tag == .attach, state.link == .up { return }
            released(ending, isTold: outcome.namesCause, at: now, into: &effects)
        case .bye: advance(.releaseAcknowledged, at: now, into: &effects)
        case .hold: handleHold(outcome, at: now, into: &effects)
        case .updateMedia: handleUpdateOutcome(outcome, at: now, into: &effects)
        case .tones(let id): settle(id, outcome.error, into: &effects)
        // A candidate that did not arrive is one way less; ICE finds another or fails by itself.
        case .candidate: break
        }
    }

    /// The peer's word decides, whatever we asked for (contrast: W12 of the Telnyx SDK).
    private mutating func handleHold(_ outcome: RequestOutcome, at now: Duration, into effects: inout [ConductorEffect])
    {
        switch outcome {
        case .reply(let reply):
            let isHeld = reply.holdState.map { $0 == .held } ?? (state.hold == .turningOn)
            advance(isHeld ? .holdConfirmed : .resumeConfirmed, at: now, into: &effects)
        case .failure, .timedOut, .notSent: advance(.holdRequestFailed, at: now, into: &effects)
        // Asked again when the link is back.
        case .connectionLost: break
        }
    }

    private mutating func handleUpdateOutcome(
        _ outcome: RequestOutcome, at now: Duration, into effects: inout [ConductorEffect]
    ) {
        guard negotiation == .awaitingUpdate else { return }
        if case .reply(let reply) = outcome, let sdp = reply.sdp { return applyUpdate(sdp, into: &effects) }
        if case .connectionLost = outcome { return }
        effects.append(.media(.rollBack))
        renegotiationFailed(at: now, into: &effects)
    }

    /// Media stays as it was: good enough if it was connected, otherwise it may yet come back by itself.
    mutating func renegotiationFailed(at now: Duration, into effects: inout [ConductorEffect]) {
        negotiation = .idle
        guard advance(.renegotiationFailed, at: now, into: &effects) else { return }
        isAwaitingRepair = true
        if mediaState == .connected { restoreLink(at: now, into: &effects) }
        if isRestartNeeded { awaitRestart(at: now) }
    }

    func ending(of bye: VertoBye) -> Ending {
        Ending(
            cause: bye.causeCode.map(\.rawValue), name: bye.cause,
            unanswered: state.progress == .active ? nil : state.direction, wasRinging: wasRinging,
            sipCode: bye.sipCode, sipReason: bye.sipReason)
    }

    /// Whether a device was heard to ring. What this side ends itself has its reason, whatever was heard.
    private var wasRinging: Bool {
        switch state.progress {
        case .idle, .requesting, .connecting: false
        case .ringing, .answering, .active, .disconnecting, .ended: true
        }
    }

    private mutating func learn(
        _ ids: VertoTelnyxIDs, _ headers: [VertoHeader], into effects: inout [ConductorEffect]
    ) {
        let known = names
        names.sessionID = ids.sessionID ?? names.sessionID
        names.legID = ids.legID ?? names.legID
        names.callControlID = ids.callControlID ?? names.callControlID
        if names != known { effects.append(.report(.names(names))) }
        if !headers.isEmpty {
            let kept = headers.prefix(CallSetup.headersMax).map { CallHeader($0.name, $0.value) }
            effects.append(.report(.headers(kept)))
        }
    }

    static var busyNegotiating: VertoFailure {
        VertoFailure(.application, "RENEGOTIATION IN PROGRESS")
    }
}
