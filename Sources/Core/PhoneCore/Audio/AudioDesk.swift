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
    /// What the person wants; `nil`: whatever the system takes.
    private(set) var choice: AudioChoice?
    private(set) var routes = AudioRoutes(.receiver)
    /// Whether the session was told to prefer a device, and not yet to forget it.
    private(set) var isPreferring = false

    var wantsSpeaker: Bool { choice?.output.route == .speaker }

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
        apply(into: &effects)
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
        letGo(into: &effects)
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
        if isOn { choice = AudioChoice(output: .speaker) } else if wantsSpeaker { choice = nil }
        if session != .inactive { effects.append(.audio(.speaker(isOn))) }
    }

    /// The person chooses where sound is to come out.
    ///
    /// - Returns: whether that can be chosen now.
    mutating func choose(_ output: AudioOutput?, into effects: inout [PhoneEffect]) -> Bool {
        guard let output else { return false }
        choice = AudioChoice(output: output)
        apply(into: &effects)
        return true
    }

    /// Has sound go where the person wants it. Before the session is ours that has no effect.
    private mutating func apply(into effects: inout [PhoneEffect]) {
        guard let choice, session != .inactive else { return }
        if wantsSpeaker {
            effects.append(.audio(.speaker(true)))
        } else {
            isPreferring = true
            effects.append(.audio(.prefer(choice.output)))
        }
    }

    /// Leaves it to the system where sound goes. The session keeps a preferred device until it is told otherwise.
    private mutating func letGo(into effects: inout [PhoneEffect]) {
        choice = nil
        guard isPreferring else { return }
        isPreferring = false
        effects.append(.audio(.prefer(nil)))
    }

    /// The hardware changed.
    mutating func take(_ event: AudioEvent, hasCalls: Bool, into effects: inout [PhoneEffect]) {
        switch event {
        case .routeChanged(let routes, let reason): routeChanged(routes, reason, into: &effects)
        case .interruptionBegan: isInterrupted = hasCalls
        case .interruptionEnded: isInterrupted = false
        case .mediaServicesReset: mediaServicesReset(hasCalls: hasCalls, into: &effects)
        }
    }

    private mutating func routeChanged(
        _ routes: AudioRoutes, _ reason: RouteChangeReason, into effects: inout [PhoneEffect]
    ) {
        self.routes = routes
        let isHeard = choice?.output.id == routes.current.id
        if isHeard { choice?.isHeard = true }
        switch reason {
        case .newDevice: letGo(into: &effects)  // Who plugs headphones in wants to hear them.
        case .override: overridden(isOurs: isHeard)
        case .deviceGone, .other:
            guard let choice, !isHeard else { return }
            guard routes.available.contains(where: { $0.id == choice.output.id }) else { return letGo(into: &effects) }
            apply(into: &effects)
        }
    }

    /// Ours, or the system's own picker: what the person takes there is wanted as if it had been taken in the app.
    private mutating func overridden(isOurs: Bool) {
        guard !isOurs else { return }
        if routes.current.route == .speaker {
            choice = AudioChoice(output: .speaker, isHeard: true)
        } else if choice?.isHeard == true || wantsSpeaker {
            choice = nil
        }
    }

    /// Everything set is forgotten, and what ran does not run any more.
    private mutating func mediaServicesReset(hasCalls: Bool, into effects: inout [PhoneEffect]) {
        guard hasCalls else { return }
        effects.append(.audio(.configure))
        isPreferring = false
        apply(into: &effects)
        guard running != nil else { return }
        effects.append(.audio(.stop))
        running = nil
    }
}

/// What the person chose for sound to come out of. It outlives the route changes that undo what the session was told.
/// Source: apple-contract C65 (documented): an override lasts until the next route change.
struct AudioChoice: Hashable, Sendable {
    let output: AudioOutput
    /// Whether sound has gone there since: before, a route that was overridden to another one was so on our own way.
    var isHeard = false
}

/// What happens to the audio hardware beside activation, which the system tells.
public enum AudioEvent: Hashable, Sendable {
    /// The way sound takes changed, or the ways it can take.
    case routeChanged(AudioRoutes, RouteChangeReason)
    /// Another call or alarm took the hardware.
    case interruptionBegan
    /// It gave it back.
    case interruptionEnded
    /// The system's media processes started anew: everything set is forgotten. Source: C65.
    case mediaServicesReset
}

/// Why the route changed, as far as it matters here.
public enum RouteChangeReason: String, CaseIterable, Hashable, Sendable {
    /// We, or the person by the system's own picker, chose it.
    case override
    case newDevice
    case deviceGone
    /// Category, sleep, unknown: nobody chose it.
    case other
}

/// What the audio session and media are told. Activation is the system's alone: there is no order for it (C61).
public enum AudioOrder: Hashable, Sendable {
    /// Category and mode of a call. Before an answer or start is fulfilled (C60).
    case configure
    /// Sound of this line begins: playing and recording.
    case start(LineID)
    /// All sound ends.
    case stop
    /// The built-in speaker overrides the route, or no longer does.
    case speaker(Bool)
    /// This way instead of the one the system would take: nothing overrides it, and its device is preferred. `nil`: no
    /// device is preferred any more.
    case prefer(AudioOutput?)
    /// A tap to be felt, for a digit.
    case haptic
}
