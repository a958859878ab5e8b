/// Decides when sound runs, and where it comes out.
///
/// Sound runs when the session is active *and* a call stands that is not held, whichever came first: neither waits for
/// the other with a timer (C64, pitfalls 13, 14). Nothing here activates the session; only the system does (C61).
struct AudioDesk: Hashable, Sendable {
    /// What is known of the audio session.
    enum Session: Hashable, Sendable {
        /// Not ours. Leaves to: `.active` (the system says so), `.assumed` (a resumed call waited long enough).
        case inactive
        /// Ours. Leaves to: `.inactive`.
        case active
        /// The system did not say so after a call was resumed, and will not: it considers the session ours still.
        /// Source: C63 (stated by an Apple engineer; other apps start directly). Leaves to: `.active`, `.inactive`.
        case assumed
    }

    private(set) var session = Session.inactive
    /// Whether another call or alarm has the hardware.
    private(set) var isInterrupted = false
    /// The line whose sound runs.
    private(set) var running: LineID?
    /// Whether a resumed call waits for the system to activate the session.
    private(set) var awaitsActivation = false
    /// What the person wants, which outlives the override that each route change undoes.
    private(set) var wantsSpeaker = false
    private(set) var route = AudioRoute.receiver

    /// Starts and stops sound so that it is as it ought to be: that of `line`, if sound is possible at all.
    mutating func settle(_ line: LineID?, into effects: inout [PhoneEffect]) {
        if line == nil { giveUpWaiting(into: &effects) }
        let target = session == .inactive || isInterrupted ? nil : line
        guard target != running else { return }
        if running != nil { effects.append(.audio(.stop)) }
        if let target { effects.append(.audio(.start(target))) }
        running = target
    }

    mutating func activated(into effects: inout [PhoneEffect]) {
        session = .active
        isInterrupted = false
        stopAwaiting(into: &effects)
        if wantsSpeaker { effects.append(.audio(.speaker(true))) }
    }

    mutating func deactivated() {
        session = .inactive
    }

    /// A call was taken off hold: the system normally activates the session, but not always.
    mutating func resumed(limits: PhoneLimits, into effects: inout [PhoneEffect]) {
        isInterrupted = false
        guard session == .inactive, !awaitsActivation else { return }
        awaitsActivation = true
        effects.append(.startTimer(.activation, after: limits.activationWait))
    }

    /// The system had its time to activate the session.
    mutating func activationWaitOver() {
        guard awaitsActivation else { return }
        awaitsActivation = false
        session = .assumed
    }

    /// There are no calls any more: nothing of the last one reaches the next.
    mutating func rest(into effects: inout [PhoneEffect]) {
        settle(nil, into: &effects)
        isInterrupted = false
        wantsSpeaker = false
    }

    /// What was assumed for a call holds no longer than that call is heard.
    private mutating func giveUpWaiting(into effects: inout [PhoneEffect]) {
        stopAwaiting(into: &effects)
        if session == .assumed { session = .inactive }
    }

    private mutating func stopAwaiting(into effects: inout [PhoneEffect]) {
        guard awaitsActivation else { return }
        awaitsActivation = false
        effects.append(.stopTimer(.activation))
    }
}

extension AudioDesk {
    /// The person chooses the speaker, or no longer does.
    mutating func setSpeaker(_ isOn: Bool, into effects: inout [PhoneEffect]) {
        wantsSpeaker = isOn
        if session != .inactive { effects.append(.audio(.speaker(isOn))) }
    }

    /// The hardware changed.
    mutating func take(_ event: AudioEvent, hasCalls: Bool, into effects: inout [PhoneEffect]) {
        switch event {
        case .routeChanged(let route, let reason): routeChanged(route, reason, into: &effects)
        case .interruptionBegan: isInterrupted = hasCalls
        case .interruptionEnded: isInterrupted = false
        case .mediaServicesReset: mediaServicesReset(hasCalls: hasCalls, into: &effects)
        }
    }

    private mutating func routeChanged(
        _ route: AudioRoute, _ reason: RouteChangeReason, into effects: inout [PhoneEffect]
    ) {
        self.route = route
        switch reason {
        case .newDevice: wantsSpeaker = false  // Who plugs headphones in wants to hear them.
        case .override: wantsSpeaker = route == .speaker  // Ours, or the system's own picker.
        case .deviceGone, .other:
            guard wantsSpeaker, route != .speaker, session != .inactive else { return }
            effects.append(.audio(.speaker(true)))
        }
    }

    /// Everything set is forgotten, and what ran does not run any more.
    private mutating func mediaServicesReset(hasCalls: Bool, into effects: inout [PhoneEffect]) {
        guard hasCalls else { return }
        effects.append(.audio(.configure))
        if wantsSpeaker, session != .inactive { effects.append(.audio(.speaker(true))) }
        guard running != nil else { return }
        effects.append(.audio(.stop))
        running = nil
    }
}
