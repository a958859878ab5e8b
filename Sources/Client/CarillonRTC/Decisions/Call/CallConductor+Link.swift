import CallModel
import MediaEngine
import Redaction
import Verto

/// The loss of the socket and what follows. Media is left alone: it needs no socket.
extension CallConductor {
    /// Replies to what was under way will not come any more.
    mutating func handleImpairment(at now: Duration, into effects: inout [ConductorEffect]) {
        switch negotiation {
        case .offeringUpdate, .awaitingUpdate, .offeringOnRequest, .awaitingRequestedAnswer:
            // What was asked of us is asked again when we are back; a restart of our own is made again then.
            if negotiation.isOwnUpdate { (isRestartNeeded, isRestartDue) = (true, true) }
            negotiation = .idle
            effects.append(.media(.rollBack))
        case .idle, .offering, .awaitingAnswer, .applying, .answering, .answeringUpdate, .applyingUpdate:
            // What the engine does by itself goes on; an INVITE or ANSWER that was sent may have arrived.
            break
        }
        for item in pending {
            guard case .sendTones = item.operation, !pendingTones.contains(where: { $0.id == item.id }) else {
                continue
            }
            settle(item.id, ClientError(.notConnected, "the connection was lost"), into: &effects)
        }
        restartDeadline = nil
        advance(.linkImpaired, at: now, into: &effects)
    }

    /// The exchange offers the call anew. The same peer connection as before: our description still holds and media
    /// goes on undisturbed. Another one: media is negotiated from its offer.
    mutating func handleAttach(_ offer: VertoServerInvite, at now: Duration, into effects: inout [ConductorEffect]) {
        learn(offer.telnyxIDs, into: &effects)
        guard state.progress.isLive, isMediaOpen, !isMediaDone else { return }
        let offered = RemoteIdentity(offer.sdp.revealed)
        if let offered, let remote, let localDescription, offered.isSamePeerConnection(as: remote),
            mediaState != .failed
        {
            effects.append(.request(.attach, .attach(answer(localDescription, isAttach: true))))
            // Who has closed its media has yet to come back itself.
            if mediaState != .peerClosed { restoreLink(at: now, into: &effects) }
        } else {
            isAwaitingRepair = true
            // The answer to another peer connection gathers anew.
            isRestartDue = false
            acceptOffer(offer.sdp, as: { .answering($0, attach: true) }, into: &effects)
        }
    }

    /// The exchange still has the call; without an attach its media has not changed.
    mutating func handleReattachment(at now: Duration, into effects: inout [ConductorEffect]) {
        if case .answering(_, attach: true) = negotiation { return }
        if isAwaitingRepair, mediaState != .connected { return }
        restoreLink(at: now, into: &effects)
    }

    mutating func restoreLink(at now: Duration, into effects: inout [ConductorEffect]) {
        guard state.link.isDown else { return }
        isAwaitingRepair = false
        let wasHeld = state.hold == .on
        advance(.linkRestored, at: now, into: &effects)
        // An exchange that does not remember the hold is told again; one that does says so.
        if wasHeld {
            effects.append(.request(.hold, .modify(VertoModify(callID: callID, action: .hold))))
        }
        if mediaState == .interrupted { (isRestartNeeded, isRestartDue) = (true, true) }
    }

    private mutating func learn(_ ids: VertoTelnyxIDs, into effects: inout [ConductorEffect]) {
        let known = names
        names.sessionID = ids.sessionID ?? names.sessionID
        names.legID = ids.legID ?? names.legID
        names.callControlID = ids.callControlID ?? names.callControlID
        if names != known { effects.append(.report(.names(names))) }
    }
}
