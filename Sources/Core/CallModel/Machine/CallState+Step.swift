extension CallState {
    /// The table of the machine, as a function: total, pure, the same on every platform.
    ///
    /// Effects are not part of it: they follow from the two states (``CallEffect/emit(from:to:into:)``).
    public func step(on event: CallEvent) -> CallStep {
        switch progress {
        case .idle: stepFromIdle(on: event)
        case .requesting, .connecting, .ringing, .answering, .active: stepWhileLive(on: event)
        case .disconnecting(let reason): stepWhileDisconnecting(for: reason, on: event)
        case .ended(let reason): stepAfterEnd(with: reason, on: event)
        }
    }

    private func stepFromIdle(on event: CallEvent) -> CallStep {
        switch (event, direction) {
        case (.dial, .outbound): moved(to: .requesting)
        case (.invited, .inbound): moved(to: .ringing)
        case (.dial, .inbound), (.invited, .outbound): .refused(.wrongDirection)
        // Nothing has begun that any of these could be about.
        case (.answer, _), (.decline, _), (.declineAsBusy, _), (.hangUp, _), (.hold, _), (.resume, _),
            (.peerRinging, _), (.peerAnswered, _), (.holdConfirmed, _), (.resumeConfirmed, _), (.holdRequestFailed, _),
            (.peerHeld, _), (.peerResumed, _), (.released, _), (.releaseAcknowledged, _), (.inviteSent, _),
            (.mediaConnected, _), (.mediaIncompatible, _), (.failed, _), (.renegotiationStarted, _),
            (.renegotiationFinished, _), (.renegotiationFailed, _), (.linkImpaired, _), (.linkLost, _),
            (.linkRestored, _), (.setUpLimitReached, _), (.ringingLimitReached, _), (.recoveryLimitReached, _),
            (.releaseLimitReached, _):
            .refused(.notStarted)
        }
    }

    private func stepWhileLive(on event: CallEvent) -> CallStep {
        switch event {
        case .dial, .invited: .refused(belongs(event) ? .alreadyStarted : .wrongDirection)
        case .answer, .decline, .declineAsBusy: stepOfCallee(on: event)
        case .inviteSent, .peerRinging, .peerAnswered: stepOfCaller(on: event)
        case .hangUp: moved(to: .disconnecting(hangUpReason))
        case .hold, .resume, .holdConfirmed, .resumeConfirmed, .holdRequestFailed: stepOfHold(on: event)
        case .peerHeld: stepOfRemoteHold(to: .on)
        case .peerResumed: stepOfRemoteHold(to: .off)
        case .released(let ending): moved(to: .ended(standing(ending.reason)))
        case .releaseAcknowledged: .refused(.notDisconnecting)
        case .mediaConnected: stepOfMedia()
        case .mediaIncompatible: moved(to: .disconnecting(standing(.incompatible)))
        case .failed: moved(to: .disconnecting(standing(.failed)))
        case .renegotiationStarted, .renegotiationFinished, .renegotiationFailed: stepOfNegotiation(on: event)
        case .linkImpaired: stepOfLink(to: .reconnecting)
        case .linkLost: stepOfLink(to: .lost)
        case .linkRestored: link.isDown ? linked(.up) : .refused(.linkUnchanged)
        case .setUpLimitReached: stepOfLimit(.setUp, reason: .failed)
        case .ringingLimitReached: stepOfLimit(.ringing, reason: .noAnswer)
        case .recoveryLimitReached: stepOfLimit(.recovery, reason: .failed)
        case .releaseLimitReached: .refused(.timerNotRunning)
        }
    }

    /// Our release is on its way. The peer's own may cross it; the stronger reason stands.
    private func stepWhileDisconnecting(for reason: EndReason, on event: CallEvent) -> CallStep {
        switch event {
        case .releaseAcknowledged, .releaseLimitReached: moved(to: .ended(reason))
        case .released(let ending): moved(to: .ended(max(reason, standing(ending.reason))))
        case .setUpLimitReached, .ringingLimitReached, .recoveryLimitReached: .refused(.timerNotRunning)
        // The call is past all of this; the peer will learn so.
        case .dial, .answer, .decline, .declineAsBusy, .hangUp, .hold, .resume, .invited, .peerRinging, .peerAnswered,
            .holdConfirmed, .resumeConfirmed, .holdRequestFailed, .peerHeld, .peerResumed, .inviteSent, .mediaConnected,
            .mediaIncompatible, .failed, .renegotiationStarted, .renegotiationFinished, .renegotiationFailed,
            .linkImpaired, .linkLost, .linkRestored:
            .refused(.disconnecting)
        }
    }

    /// Late news: it may only strengthen how the call ended.
    private func stepAfterEnd(with reason: EndReason, on event: CallEvent) -> CallStep {
        if case .released(let ending) = event, standing(ending.reason) > reason {
            return moved(to: .ended(ending.reason))
        }
        return .refused(.ended)
    }

    /// Whether an event that opens a call opens one in this direction.
    private func belongs(_ event: CallEvent) -> Bool { (event == .dial) == (direction == .outbound) }

    /// Another phase, the regions that mean nothing in it at rest.
    func moved(to progress: CallProgress) -> CallStep {
        var next = CallState(direction: direction, progress: progress)
        if progress.isLive && progress != .active { next.link = link }
        if progress == .active { next.remoteHold = remoteHold }
        return .moved(next)
    }
}
