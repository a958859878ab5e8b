extension CallState {
    /// The user of a called device decides.
    func stepOfCallee(on event: CallEvent) -> CallStep {
        guard direction == .inbound else { return .refused(.wrongDirection) }
        guard progress == .ringing else { return .refused(.alreadyAnswered) }
        if event == .answer { return moved(to: .answering) }
        return moved(to: .disconnecting(event == .decline ? .declined : .busy))
    }

    /// The INVITE of a calling device makes its way. What the peer says proves that the link works.
    func stepOfCaller(on event: CallEvent) -> CallStep {
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

    /// Media that flows before the answer is early media and does not make the call stand.
    func stepOfMedia() -> CallStep {
        switch progress {
        case .answering: moved(to: .active)
        case .active: .refused(.alreadyAnswered)
        case .idle, .requesting, .connecting, .ringing, .disconnecting, .ended: .refused(.notAnswered)
        }
    }

    /// What a hang-up amounts to at this point of a call.
    var hangUpReason: EndReason {
        switch progress {
        case .answering, .active: .completed
        case .idle, .requesting, .connecting, .ringing, .disconnecting, .ended:
            direction == .outbound ? .cancelled : .declined
        }
    }

    /// A reason that fits the phase, whatever cause came with it: a call that stood cannot end as if it never had, and
    /// one that does not stand cannot be dropped.
    package func standing(_ reason: EndReason) -> EndReason {
        guard progress == .active else { return reason == .dropped ? .failed : reason }
        switch reason {
        case .failed, .incompatible, .unreachable, .noAnswer: return .dropped
        case .cancelled, .busy, .declinedElsewhere, .declined: return .completed
        case .answeredElsewhere, .dropped, .completed: return reason
        }
    }

    /// A deadline passed: this side gives up.
    func stepOfLimit(_ timer: CallTimers, reason: EndReason) -> CallStep {
        timers.contains(timer) ? moved(to: .disconnecting(standing(reason))) : .refused(.timerNotRunning)
    }

    private var withLinkUp: CallState {
        var next = self
        next.link = .up
        return next
    }
}
