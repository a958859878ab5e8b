import CallModel
import MediaEngine
import Redaction
import SDP
import Verto

/// Handles the loss of the signaling socket and the return afterward. Media goes on, because it does not use that
/// socket.
extension ClientCallMachine {
    /// Ends the exchanges that were under way, because their replies cannot arrive any more.
    mutating func handleImpairment(at now: Duration, into effects: inout [ClientCallEffect]) {
        switch negotiation {
        case .offeringUpdate, .awaitingUpdate, .offeringOnRequest, .awaitingRequestedAnswer:
            // The exchange repeats its requests after the reconnection; our own restart must be repeated by us.
            if negotiation.isOwnUpdate { (isRestartNeeded, isRestartDue) = (true, true) }
            negotiation = .idle
            effects.append(.media(.rollBack))
        case .idle, .offering, .awaitingAnswer, .applying, .preparing, .answering, .answeringUpdate, .applyingUpdate:
            // Work inside the engine goes on, and the exchange may have received our INVITE or ANSWER.
            break
        }
        for item in pending {
            switch item.operation {
            case .sendTones where pendingTones.contains(where: { $0.id == item.id }): continue
            case .answer, .decline, .hangUp, .hold, .resume, .setMuted, .restartMedia: continue
            case .sendTones, .transfer: break
            }
            settle(item.id, ClientError(.notConnected, "the connection was lost"), into: &effects)
        }
        restartDeadline = nil
        advance(.linkImpaired, at: now, into: &effects)
    }

    /// Handles the exchange offering the call again after a reconnection. If the offer names the same peer connection
    /// as before, our description stays valid and media continues. Otherwise media is negotiated from the new offer.
    mutating func handleAttach(_ offer: VertoServerInvite, at now: Duration, into effects: inout [ClientCallEffect]) {
        learn(offer.telnyxIDs, into: &effects)
        guard state.progress.isLive, isMediaOpen, !isMediaDone else { return }
        let offered = RemoteIdentity(offer.sdp.revealed)
        if let offered, let remote, let localDescription, offered.isSamePeerConnection(as: remote),
            mediaState != .failed
        {
            effects.append(.request(.attach, .attach(answer(localDescription, isAttach: true))))
            // A peer that closed its media has not returned yet.
            if mediaState != .peerClosed { restoreLink(at: now, into: &effects) }
        } else {
            isAwaitingRepair = true
            // The answer to another peer connection gathers candidates again, which replaces the restart.
            isRestartDue = false
            acceptOffer(offer.sdp, as: { .answering($0, attach: true) }, into: &effects)
        }
    }

    /// Handles the report that the exchange still has the call. If it sends no attach, media has not changed.
    mutating func handleReattachment(at now: Duration, into effects: inout [ClientCallEffect]) {
        if case .answering(_, attach: true) = negotiation { return }
        if isAwaitingRepair, mediaState != .connected { return }
        restoreLink(at: now, into: &effects)
    }

    mutating func restoreLink(at now: Duration, into effects: inout [ClientCallEffect]) {
        guard state.link.isDown else { return }
        isAwaitingRepair = false
        let wasHeld = state.hold == .on
        advance(.linkRestored, at: now, into: &effects)
        // The exchange may have lost the hold, so the request is repeated; it is harmless if the exchange still has it.
        if wasHeld {
            effects.append(.request(.hold, .modify(VertoModify(callID: callID, action: .hold))))
        }
        if mediaState == .interrupted {
            (isRestartNeeded, isRestartDue) = (true, true)
            restartReason = restartReason ?? .pathLost
        }
    }

    private mutating func learn(_ ids: VertoTelnyxIDs, into effects: inout [ClientCallEffect]) {
        let known = names
        names.sessionID = ids.sessionID ?? names.sessionID
        names.legID = ids.legID ?? names.legID
        names.callControlID = ids.callControlID ?? names.callControlID
        if names != known { effects.append(.report(.names(names))) }
    }
}

/// Restarts ICE in the middle of a call, so that media uses another path (RFC 8445 §9).
extension ClientCallMachine {
    /// The wait before a failed restart is repeated; it doubles each time up to `restartRetryMax`. If both sides offer
    /// at once, both offers are refused, so the caller has a shorter wait and repeats its offer first.
    package static let restartRetry = Duration.seconds(1)
    package static let restartRetryOfCaller = Duration.milliseconds(100)
    package static let restartRetryMax = Duration.seconds(8)
    /// How long an agreed restart may take to bring sound before another restart is made.
    package static let restartProof = Duration.seconds(4)

    /// How long after the answer the first path is looked for anew. The networks that the first search left out are
    /// included then, and what a bad network lost is sent again. The caller begins, so that both sides do not offer at
    /// once.
    package static let firstPathLimit = Duration.seconds(7)
    package static let firstPathLimitOfCaller = Duration.seconds(5)

    var seeksFirstPath: Bool { isAwaitingMedia && state.progress == .answering }

    mutating func awaitFirstPath(at now: Duration) {
        isAwaitingMedia = true
        guard mediaState != .connected else { return }
        firstPathDeadline = now + (state.direction == .outbound ? Self.firstPathLimitOfCaller : Self.firstPathLimit)
    }

    mutating func lookForFirstPathAnew(at now: Duration) {
        firstPathDeadline = nil
        guard seeksFirstPath else { return }
        // The first descriptions are still under way.
        if negotiation != .idle { return awaitFirstPath(at: now) }
        needRestart(.noPath, at: now)
    }

    /// Notes that the path in use brings no sound, and schedules a restart.
    mutating func needRestart(_ reason: RestartReason, at now: Duration) {
        isRestartNeeded = true
        restartReason = restartReason ?? reason
        // The result of the negotiation under way decides whether another restart is needed.
        guard negotiation == .idle else { return }
        if let lastRestart, now - lastRestart < Self.restartProof {
            let proven = lastRestart + Self.restartProof
            // A restart that was refused is repeated sooner.
            restartDeadline = restartDeadline.map { min($0, proven) } ?? proven
        } else {
            isRestartDue = true
        }
    }

    /// Starts a restart that is due. It waits for the socket and for the negotiation under way, because its offer would
    /// be refused until then. It also waits for the answer to the call.
    mutating func restartIfDue(at now: Duration, into effects: inout [ClientCallEffect]) {
        guard isRestartDue, negotiation == .idle, state.link == .up else { return }
        guard state.progress == .active || seeksFirstPath else { return }
        isRestartDue = false
        // The call's model knows renegotiations of active calls only.
        if state.progress == .active, !advance(.renegotiationStarted, at: now, into: &effects) { return }
        offerUpdate(restartReason ?? .requested, into: &effects)
    }

    /// Schedules another restart after a failed one. The peer may have been busy or reconnecting.
    mutating func awaitRestart(at now: Duration) {
        let first = state.direction == .outbound ? Self.restartRetryOfCaller : Self.restartRetry
        let wait = min(first * (1 << min(restartFailures, 8)), Self.restartRetryMax)
        restartFailures += 1
        restartDeadline = now + wait
    }

    /// Notes that both sides agreed on a restart. Another follows if no new path brings sound within `restartProof`.
    mutating func restartAgreed(at now: Duration) {
        lastRestart = now
        restartFailures = 0
        isRestartDue = false
        isRestartNeeded = isFaltering || mediaState == .interrupted || seeksFirstPath
        restartDeadline = isRestartNeeded ? now + Self.restartProof : nil
        if !isRestartNeeded { restartReason = nil }
    }

    mutating func tryRestartAgain(at now: Duration, into effects: inout [ClientCallEffect]) {
        restartDeadline = nil
        guard isRestartNeeded, negotiation == .idle else { return }
        isRestartDue = true
        if isAwaitingRepair { restoreLink(at: now, into: &effects) }
    }

    /// Cancels the restarts because sound arrives again.
    mutating func forgetRestart() {
        (isFaltering, isRestartNeeded, isRestartDue) = (false, false, false)
        restartReason = nil
        (restartDeadline, firstPathDeadline, lastRestart) = (nil, nil, nil)
        restartFailures = 0
    }
}

/// Handles the return of a peer that lost its media or its socket.
extension ClientCallMachine {
    /// Treats a peer that closed its media without a BYE as one whose connection broke.
    mutating func awaitPeer(at now: Duration, into effects: inout [ClientCallEffect]) {
        guard state.progress == .active else {
            advance(.failed, at: now, into: &effects)
            return
        }
        isAwaitingRepair = true
        advance(.linkImpaired, at: now, into: &effects)
    }

    /// Makes an offer that the exchange requests for a device that came back. The exchange has replaced the device, so
    /// an unanswered offer of ours will never be answered.
    mutating func handleOfferRequest(_ request: VertoID, at now: Duration, into effects: inout [ClientCallEffect]) {
        guard state.progress == .active || state.progress == .answering, isMediaOpen, !isMediaDone else {
            return effects.append(.refuse(request, .callDoesNotExist))
        }
        switch negotiation {
        case .idle: break
        case .offeringUpdate, .awaitingUpdate, .offeringOnRequest, .awaitingRequestedAnswer:
            giveUpOffer(into: &effects)
        case .offering, .awaitingAnswer, .applying, .preparing, .answering, .answeringUpdate, .applyingUpdate:
            return effects.append(.refuse(request, Self.busyNegotiating))
        }
        // The peer is back, so the link's limit ends and the limit of the renegotiation begins.
        if state.link.isDown { advance(.linkRestored, at: now, into: &effects) }
        advance(.renegotiationStarted, at: now, into: &effects)
        // The offer also serves as our own restart.
        isRestartDue = false
        let id = nextMediaID()
        negotiation = .offeringOnRequest(id, request)
        effects.append(.report(.restart(.peerReturned)))
        effects.append(.media(.createOffer(id: id, iceRestart: true)))
    }

    /// Handles the answer to an offer that the exchange requested. An answer with the old ICE credentials means that
    /// the peer did not take the offer, because an answer to a restart has new ones (RFC 8445 §9). In that case nothing
    /// changes.
    mutating func handleRequestedAnswer(
        _ sdp: Redacted<String>, at now: Duration, into effects: inout [ClientCallEffect]
    ) {
        let answered = RemoteIdentity(sdp.revealed)
        let isWithdrawn = answered.flatMap { new in remote.map { new.isSamePeerConnection(as: $0) } } ?? false
        guard case .awaitingRequestedAnswer = negotiation, !isWithdrawn else {
            giveUpOffer(into: &effects)
            return renegotiationFailed(at: now, into: &effects)
        }
        applyUpdate(sdp, into: &effects)
    }

    /// Handles the peer's answer to the media that we came back with. We made ours for what the peer had before, and it
    /// answered with others, so neither side knows the other's. A restart brings both together.
    mutating func handleAnswerToReturn(
        _ sdp: Redacted<String>, at now: Duration, into effects: inout [ClientCallEffect]
    ) {
        hasTakenUpAnew = false
        guard let answered = RemoteIdentity(sdp.revealed), let remote, !answered.isSamePeerConnection(as: remote) else {
            return
        }
        if isAwaitingRepair { restoreLink(at: now, into: &effects) }
        (isRestartNeeded, isRestartDue) = (true, true)
        restartReason = restartReason ?? .peerRestarted
    }

    /// Withdraws our own offer that is under way.
    mutating func giveUpOffer(into effects: inout [ClientCallEffect]) {
        if case .offeringOnRequest(_, let request) = negotiation {
            effects.append(.refuse(request, Self.busyNegotiating))
        }
        negotiation = .idle
        effects.append(.media(.rollBack))
    }
}
