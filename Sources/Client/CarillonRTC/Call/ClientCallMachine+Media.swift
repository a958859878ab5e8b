import CallModel
package import MediaEngine
package import Redaction
package import SDP
import Verto

/// Handles reports of the peer connection.
extension ClientCallMachine {
    mutating func handle(_ report: MediaReport, at now: Duration, into effects: inout [ClientCallEffect]) {
        switch report {
        case .localDescription(let id, let sdp): handleDescription(sdp, id, at: now, into: &effects)
        case .accepted(let id): handleAccepted(id, at: now, into: &effects)
        case .failed(let id, let error): handleFailure(error, id, at: now, into: &effects)
        case .unavailable(let error):
            // A connection that had begun ended for want of a path to the peer.
            if error.code == .transport, mediaState != .new, state.progress.isLive { ownCause = .mediaTimeout }
            advance(.failed, at: now, into: &effects)
        case .tonesSent(let id): settle(pendingTones.first { $0.mediaID == id }?.id, nil, into: &effects)
        case .localCandidate(let candidate, let identification, let index):
            sendCandidate(candidate, identification, index, into: &effects)
        case .gatheringCompleted: sendEndOfCandidates(into: &effects)
        case .relaysUnavailable: effects.append(.report(.relaysUnavailable))
        case .faltering(let isFaltering):
            self.isFaltering = isFaltering
            if isFaltering { needRestart(.silence, at: now) } else if mediaState == .connected { forgetRestart() }
        case .state(let state): handleMediaState(state, at: now, into: &effects)
        case .remoteDirection(let direction): handleRemoteDirection(direction, at: now, into: &effects)
        case .tone(let digit): effects.append(.report(.digit(digit)))
        case .firstAudio: effects.append(.report(.firstAudio))
        }
    }

    private mutating func handleDescription(
        _ sdp: Redacted<String>, _ id: UInt64, at now: Duration, into effects: inout [ClientCallEffect]
    ) {
        switch negotiation {
        case .offering(id):
            negotiation = .awaitingAnswer
            sendInvite(sdp, into: &effects)
            advance(.inviteSent, at: now, into: &effects)
        case .preparing(id):
            negotiation = .idle
            localDescription = sdp
            sendEarlyDescription(into: &effects)
        case .answering(id, let isAttach):
            negotiation = .idle
            let request = answer(sdp, isAttach: isAttach)
            effects.append(isAttach ? .request(.attach, .attach(request)) : .request(.answer, .answer(request)))
            descriptionSent(sdp, into: &effects)
            hasTakenUpAnew = isAttach
            claimMedia(at: now, into: &effects)
            if isAttach, mediaState == .connected { restoreLink(at: now, into: &effects) }
        case .answeringUpdate(id, let request, let offer):
            negotiation = .idle
            remoteDescription = offer
            localDescription = sdp
            effects.append(.respond(request, .modified(callID, .updateMedia, holdState: nil, sdp: sdp)))
            // If our own offer yielded to the peer's, this ends our renegotiation as well.
            if state.link == .renegotiating { advance(.renegotiationFinished, at: now, into: &effects) }
            if isAnsweringRestart { restartAgreed(at: now) } else { isRestartDue = isRestartDue || isRestartNeeded }
        case .offeringUpdate(id):
            negotiation = .awaitingUpdate
            offeredDescription = sdp
            effects.append(.request(.updateMedia, .modify(VertoModify(callID: callID, action: .updateMedia, sdp: sdp))))
        case .offeringOnRequest(id, let request):
            negotiation = .awaitingRequestedAnswer
            offeredDescription = sdp
            effects.append(.respond(request, .modified(callID, .updateMedia, holdState: nil, sdp: sdp)))
        case .idle, .offering, .awaitingAnswer, .applying, .preparing, .answering, .answeringUpdate, .offeringUpdate,
            .awaitingUpdate, .offeringOnRequest, .awaitingRequestedAnswer, .applyingUpdate:
            // The result belongs to a negotiation that was given up meanwhile.
            break
        }
    }

    private mutating func sendInvite(_ sdp: Redacted<String>, into effects: inout [ClientCallEffect]) {
        var invite = VertoInvite(sdp: sdp, dialog: dialog)
        invite.dialog.remoteCallerIDName = "Outbound Call"
        invite.userAgent = setup.options.userAgent
        if setup.options.trickles { invite.trickle = true }
        invite.replaces = setup.replaces
        effects.append(.request(.invite, .invite(invite)))
        descriptionSent(sdp, into: &effects)
    }

    mutating func descriptionSent(_ sdp: Redacted<String>, into effects: inout [ClientCallEffect]) {
        localDescription = sdp
        isDescriptionSent = true
        effects.append(contentsOf: waitingLocalCandidates.map { .request(.candidate, $0) })
        waitingLocalCandidates.removeAll()
    }

    private mutating func handleAccepted(_ id: UInt64, at now: Duration, into effects: inout [ClientCallEffect]) {
        switch negotiation {
        case .applying(id, let isFinal): negotiation = isFinal ? .idle : .awaitingAnswer
        case .applyingUpdate(id):
            negotiation = .idle
            advance(.renegotiationFinished, at: now, into: &effects)
            restartAgreed(at: now)
        case .idle, .offering, .awaitingAnswer, .applying, .preparing, .answering, .answeringUpdate, .offeringUpdate,
            .awaitingUpdate, .offeringOnRequest, .awaitingRequestedAnswer, .applyingUpdate:
            // The result belongs to a negotiation that was given up meanwhile.
            break
        }
    }

    private mutating func handleFailure(
        _ error: MediaError, _ id: UInt64, at now: Duration, into effects: inout [ClientCallEffect]
    ) {
        if let tones = pendingTones.first(where: { $0.mediaID == id }) {
            return settle(tones.id, ClientError(.mediaFailed, "\(error)"), into: &effects)
        }
        switch negotiation {
        case .offering(id), .answering(id, _), .applying(id, isFinal: true):
            negotiation = .idle
            advance(error.meansIncompatible ? .mediaIncompatible : .failed, at: now, into: &effects)
        case .applying(id, isFinal: false): negotiation = .awaitingAnswer
        // The description is made again at the answer, whose failure ends the call.
        case .preparing(id): negotiation = .idle
        case .answeringUpdate(id, let request, _):
            negotiation = .idle
            effects.append(.refuse(request, .callError(.incompatibleDestination, callID: callID)))
            if state.link == .renegotiating { renegotiationFailed(at: now, into: &effects) }
        case .offeringOnRequest(id, let request):
            effects.append(.refuse(request, .callError(.incompatibleDestination, callID: callID)))
            renegotiationFailed(at: now, into: &effects)
        case .offeringUpdate(id), .applyingUpdate(id): renegotiationFailed(at: now, into: &effects)
        case .idle, .offering, .awaitingAnswer, .applying, .preparing, .answering, .answeringUpdate, .offeringUpdate,
            .awaitingUpdate, .offeringOnRequest, .awaitingRequestedAnswer, .applyingUpdate:
            // The result belongs to a negotiation that was given up meanwhile.
            break
        }
    }

    private mutating func sendCandidate(
        _ value: Redacted<String>, _ identification: String, _ index: Int, into effects: inout [ClientCallEffect]
    ) {
        guard setup.options.trickles else { return }
        // A browser refuses a candidate without the name of the attribute.
        let candidate = Redacted("candidate:\(value.revealed)")
        trickle(
            .candidate(
                VertoCandidate(
                    callID: callID, candidate: candidate, sdpMid: identification, sdpMLineIndex: Int64(index))),
            into: &effects)
    }

    private mutating func sendEndOfCandidates(into effects: inout [ClientCallEffect]) {
        guard setup.options.trickles else { return }
        trickle(.endOfCandidates(VertoCallNotice(callID: callID)), into: &effects)
    }

    /// Sends a candidate, or keeps it until its description has been sent.
    private mutating func trickle(_ request: VertoClientRequest, into effects: inout [ClientCallEffect]) {
        if isDescriptionSent {
            effects.append(.request(.candidate, request))
        } else if waitingLocalCandidates.count < Self.waitingCandidatesMax {
            waitingLocalCandidates.append(request)
        }
    }

    private mutating func handleMediaState(
        _ new: MediaConnectionState, at now: Duration, into effects: inout [ClientCallEffect]
    ) {
        guard new != mediaState else { return }
        mediaState = new
        closedMediaDeadline = nil
        effects.append(.report(.media(new)))
        switch new {
        case .new, .connecting: break
        case .closed: break  // This side closed it at the end of the call.
        // A device that rang closes its media when it rings no longer; another may still answer.
        case .peerClosed: if isMediaOpen, !isMediaDone, !isEarly { closedMediaDeadline = now + Self.closedMediaLimit }
        case .connected:
            forgetRestart()
            wasConnectedEarly = wasConnectedEarly || isEarly
            if isAwaitingRepair {
                isAwaitingRepair = false
                advance(.linkRestored, at: now, into: &effects)
            }
            claimMedia(at: now, into: &effects)
        case .interrupted: needRestart(.pathLost, at: now)
        case .failed: advance(.failed, at: now, into: &effects)
        }
    }

    /// Derives the peer's hold from its direction. While we hold, the peer only answers our own `inactive`, so its
    /// direction says nothing.
    private mutating func handleRemoteDirection(
        _ direction: MediaDirection, at now: Duration, into effects: inout [ClientCallEffect]
    ) {
        guard state.hold == .off, state.progress == .active || state.progress == .answering else { return }
        switch direction {
        case .sendonly, .inactive:
            guard state.remoteHold == .off else { return }
            isHeldByNotice = false
            advance(.peerHeld, at: now, into: &effects)
        case .sendrecv, .recvonly: if state.remoteHold == .on { advance(.peerResumed, at: now, into: &effects) }
        }
    }
}

extension MediaError {
    /// Whether the two sides share no media format, as opposed to a failure.
    fileprivate var meansIncompatible: Bool { code == .noCommonCodec || code == .malformedDescription }
}

/// A report of the peer connection: `MediaEvent` without statistics, as a value that can be compared and traced.
package enum MediaReport: Hashable, Sendable {
    case localDescription(id: UInt64, sdp: Redacted<String>)
    case accepted(id: UInt64)
    case tonesSent(id: UInt64)
    case failed(id: UInt64, MediaError)
    /// The peer connection could not be created, or failed permanently.
    case unavailable(MediaError)
    /// The value of an `a=candidate` line without prefix, and the media section it belongs to.
    case localCandidate(Redacted<String>, mediaIdentification: String, mediaLineIndex: Int)
    case gatheringCompleted
    /// None of the relays could be used.
    case relaysUnavailable
    case state(MediaConnectionState)
    /// No packet of the peer has arrived for about a second, or packets arrive again.
    case faltering(Bool)
    case remoteDirection(MediaDirection)
    case tone(Character)
    case firstAudio
}
