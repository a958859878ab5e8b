extension CallState {
    /// The table of the machine, as a function: total, pure, the same on every platform.
    ///
    /// Effects are not part of it: they follow from the two states (``CallEffect/emit(from:to:into:)``).
    public func step(on event: CallEvent) -> CallTransition {
        switch progress {
        case .idle: stepFromIdle(on: event)
        case .requesting, .connecting, .ringing, .answering, .active: stepWhileLive(on: event)
        case .disconnecting(let reason): stepWhileDisconnecting(for: reason, on: event)
        case .ended(let reason): stepAfterEnd(with: reason, on: event)
        }
    }

    private func stepFromIdle(on event: CallEvent) -> CallTransition {
        switch (event, direction) {
        case (.dial, .outbound): moved(to: .requesting)
        case (.invited, .inbound): moved(to: .ringing)
        case (.dial, .inbound), (.invited, .outbound): .refused(.wrongDirection)
        // The call has not begun, so none of these events can be about it.
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

    private func stepWhileLive(on event: CallEvent) -> CallTransition {
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

    /// Our release is on its way. The peer's own release may cross it; the stronger reason wins.
    private func stepWhileDisconnecting(for reason: EndReason, on event: CallEvent) -> CallTransition {
        switch event {
        case .releaseAcknowledged, .releaseLimitReached: moved(to: .ended(reason))
        case .released(let ending): moved(to: .ended(max(reason, standing(ending.reason))))
        case .setUpLimitReached, .ringingLimitReached, .recoveryLimitReached: .refused(.timerNotRunning)
        // The call is past these events; our release tells the peer so.
        case .dial, .answer, .decline, .declineAsBusy, .hangUp, .hold, .resume, .invited, .peerRinging, .peerAnswered,
            .holdConfirmed, .resumeConfirmed, .holdRequestFailed, .peerHeld, .peerResumed, .inviteSent, .mediaConnected,
            .mediaIncompatible, .failed, .renegotiationStarted, .renegotiationFinished, .renegotiationFailed,
            .linkImpaired, .linkLost, .linkRestored:
            .refused(.disconnecting)
        }
    }

    /// Handles late reports, which may only strengthen the reason.
    private func stepAfterEnd(with reason: EndReason, on event: CallEvent) -> CallTransition {
        if case .released(let ending) = event, standing(ending.reason) > reason {
            return moved(to: .ended(ending.reason))
        }
        return .refused(.ended)
    }

    /// Whether an event that opens a call opens one in this direction.
    private func belongs(_ event: CallEvent) -> Bool { (event == .dial) == (direction == .outbound) }

    /// Moves to another phase, with the regions at rest that have no meaning in it.
    func moved(to progress: CallProgress) -> CallTransition {
        var next = CallState(direction: direction, progress: progress)
        if progress.isLive && progress != .active { next.link = link }
        if progress == .active { next.remoteHold = remoteHold }
        return .moved(next)
    }
}

/// The result of an event in a state.
public enum CallTransition: Hashable, Sendable {
    /// The event is accepted; the new state differs from the old one.
    case moved(CallState)
    /// The event is turned down and changes nothing.
    case refused(Refusal)
}

extension CallState {
    /// Handles a decision of the user of a called device.
    func stepOfCallee(on event: CallEvent) -> CallTransition {
        guard direction == .inbound else { return .refused(.wrongDirection) }
        guard progress == .ringing else { return .refused(.alreadyAnswered) }
        if event == .answer { return moved(to: .answering) }
        return moved(to: .disconnecting(event == .decline ? .declined : .busy))
    }

    /// Follows the INVITE of a calling device. A reaction of the peer proves that the link works.
    func stepOfCaller(on event: CallEvent) -> CallTransition {
        guard direction == .outbound else { return .refused(.wrongDirection) }
        switch (progress, event) {
        case (.requesting, .inviteSent): return moved(to: .connecting)
        case (.requesting, _): return .refused(.inviteNotSent)
        case (.connecting, .peerRinging): return withLinkUp.moved(to: .ringing)
        case (.connecting, .peerAnswered), (.ringing, .peerAnswered): return withLinkUp.moved(to: .answering)
        case (.answering, .peerAnswered), (.active, .peerAnswered): return .refused(.alreadyAnswered)
        default: return .refused(.alreadyStarted)
        }
    }

    /// Handles media. Media before the answer is early media, which does not connect the call.
    func stepOfMedia() -> CallTransition {
        switch progress {
        case .answering: moved(to: .active)
        case .active: .refused(.alreadyAnswered)
        case .idle, .requesting, .connecting, .ringing, .disconnecting, .ended: .refused(.notAnswered)
        }
    }

    /// The reason that a hang-up has in this phase.
    var hangUpReason: EndReason {
        switch progress {
        case .answering, .active: .completed
        case .idle, .requesting, .connecting, .ringing, .disconnecting, .ended:
            direction == .outbound ? .cancelled : .declined
        }
    }

    /// Fits a reason to the phase, whatever cause came with it: a connected call cannot end as if it never was, and one
    /// that is not connected cannot be dropped.
    package func standing(_ reason: EndReason) -> EndReason {
        guard progress == .active else { return reason == .dropped ? .failed : reason }
        switch reason {
        case .failed, .incompatible, .unreachable, .noAnswer: return .dropped
        case .cancelled, .busy, .declinedElsewhere, .declined: return .completed
        case .answeredElsewhere, .dropped, .completed: return reason
        }
    }

    /// A deadline passed: this side gives up.
    func stepOfLimit(_ timer: CallTimers, reason: EndReason) -> CallTransition {
        timers.contains(timer) ? moved(to: .disconnecting(standing(reason))) : .refused(.timerNotRunning)
    }

    private var withLinkUp: CallState {
        var next = self
        next.link = .up
        return next
    }
}

extension CallState {
    /// Handles local hold: the user asks, and the peer confirms or corrects.
    func stepOfHold(on event: CallEvent) -> CallTransition {
        guard progress == .active else { return .refused(.notActive) }
        switch (event, hold) {
        case (.hold, .off): return held(.turningOn)
        case (.hold, .on): return .refused(.holdUnchanged)
        case (.resume, .on): return held(.turningOff)
        case (.resume, .off): return .refused(.holdUnchanged)
        case (.hold, _), (.resume, _): return .refused(.holdPending)
        case (.holdRequestFailed, .turningOn): return held(.off)
        case (.holdRequestFailed, .turningOff): return held(.on)
        case (.holdRequestFailed, _): return .refused(.noHoldPending)
        case (.holdConfirmed, let hold): return hold == .on ? .refused(.holdUnchanged) : held(.on)
        case (_, let hold): return hold == .off ? .refused(.holdUnchanged) : held(.off)
        }
    }

    /// Handles remote hold, which may come as soon as the call is answered, before media flows.
    func stepOfRemoteHold(to remoteHold: RemoteHold) -> CallTransition {
        guard progress == .active || progress == .answering else { return .refused(.notAnswered) }
        guard self.remoteHold != remoteHold else { return .refused(.holdUnchanged) }
        var next = self
        next.remoteHold = remoteHold
        return .moved(next)
    }

    private func held(_ hold: LocalHold) -> CallTransition {
        var next = self
        next.hold = hold
        return .moved(next)
    }
}

extension CallState {
    /// Handles a link that breaks: it is reconnecting, or lost.
    func stepOfLink(to link: CallLink) -> CallTransition {
        self.link == link ? .refused(.linkUnchanged) : linked(link)
    }

    /// Handles a renegotiation of media, which needs an active call and a working link.
    func stepOfNegotiation(on event: CallEvent) -> CallTransition {
        guard progress == .active else { return .refused(.notAnswered) }
        switch (event, link) {
        case (.renegotiationStarted, .up): return linked(.renegotiating)
        case (.renegotiationStarted, .renegotiating): return .refused(.linkUnchanged)
        case (.renegotiationStarted, _): return .refused(.linkDown)
        case (.renegotiationFinished, .renegotiating): return linked(.up)
        case (.renegotiationFailed, .renegotiating): return linked(.reconnecting)
        case (_, _): return .refused(.notRenegotiating)
        }
    }

    /// Moves to another state of the link.
    func linked(_ link: CallLink) -> CallTransition {
        var next = self
        next.link = link
        return .moved(next)
    }
}
