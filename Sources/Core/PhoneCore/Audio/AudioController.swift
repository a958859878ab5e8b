/// Decides when audio runs and which output it uses.
///
/// Audio runs while the session is active *and* a call is active, in whichever order they come; no timer waits for the
/// other (C64, pitfalls 13, 14). Only the system activates the session (C61).
struct AudioController: Hashable, Sendable {
    /// The state of the audio session.
    enum Session: Hashable, Sendable {
        /// The session is not active.
        /// Leaves to: `.active` (the system activates it), `.assumed` (a resumed call waited long enough).
        case inactive
        /// The session is active.
        /// Leaves to: `.inactive`.
        case active
        /// The system did not activate the session after a call was resumed and will not, because it considers the
        /// session still active. Source: C63 (stated by an Apple engineer; other apps start directly).
        /// Leaves to: `.active`, `.inactive`.
        case assumed
    }

    /// The inputs of the machine.
    enum Event: Hashable, Sendable {
        /// The line whose audio runs if the session allows it; `nil` if no call is connected and not held.
        case settle(LineID?)
        /// All calls have ended.
        case rest
        /// The system activated the session.
        case activated
        /// The system deactivated the session.
        case deactivated
        /// A call was resumed.
        case resumed
        /// The wait for the system's activation ended.
        case timerFired
        /// The person turned the speaker on or off.
        case speaker(Bool)
        /// The person chose an output, which is available.
        case choose(AudioOutput)
        /// The audio hardware changed. `hasCalls`: whether there are live calls.
        case hardware(AudioEvent, hasCalls: Bool)
    }

    /// The outputs of the machine.
    enum Effect: Hashable, Sendable {
        /// Order something of the audio session or of media.
        case order(AudioOrder)
        /// Start to wait for the activation, for ``PhoneLimits/activationWait``.
        case startTimer
        /// Stop waiting for it.
        case stopTimer
    }

    private(set) var session = Session.inactive
    /// Whether another app's call or alarm uses the audio hardware.
    private(set) var isInterrupted = false
    /// The line whose audio runs.
    private(set) var running: LineID?
    /// Whether a resumed call waits for the system to activate the session.
    private(set) var awaitsActivation = false
    /// The output that the person chose; `nil` if the system chooses.
    private(set) var choice: AudioChoice?
    private(set) var routes = AudioRoutes(.receiver)
    /// Whether the session currently prefers a device on our order.
    private(set) var isPreferring = false

    var wantsSpeaker: Bool { choice?.output.route == .speaker }

    /// Handles one event and appends the effects that follow from it.
    mutating func handle(_ event: Event, into effects: inout [Effect]) {
        switch event {
        case .settle(let line): settle(line, into: &effects)
        case .rest: rest(into: &effects)
        case .activated: activated(into: &effects)
        case .deactivated: session = .inactive
        case .resumed: resumed(into: &effects)
        case .timerFired: activationWaitOver()
        case .speaker(let isOn): setSpeaker(isOn, into: &effects)
        case .choose(let output):
            choice = AudioChoice(output: output)
            apply(into: &effects)
        case .hardware(.routeChanged(let routes, let reason), _): routeChanged(routes, reason, into: &effects)
        case .hardware(.interruptionBegan, let hasCalls): isInterrupted = hasCalls
        case .hardware(.interruptionEnded, _): isInterrupted = false
        case .hardware(.mediaServicesReset, let hasCalls): if hasCalls { mediaServicesReset(into: &effects) }
        }
    }

    /// Starts or stops audio so that it matches the calls: audio of `line` runs if the session allows it.
    private mutating func settle(_ line: LineID?, into effects: inout [Effect]) {
        if line == nil { giveUpWaiting(into: &effects) }
        let target = session == .inactive || isInterrupted ? nil : line
        guard target != running else { return }
        if running != nil { effects.append(.order(.stop)) }
        if let target { effects.append(.order(.start(target))) }
        running = target
    }

    private mutating func activated(into effects: inout [Effect]) {
        session = .active
        isInterrupted = false
        stopAwaiting(into: &effects)
        apply(into: &effects)
    }

    /// A call was resumed. The system normally activates the session then, but not always.
    private mutating func resumed(into effects: inout [Effect]) {
        isInterrupted = false
        guard session == .inactive, !awaitsActivation else { return }
        awaitsActivation = true
        effects.append(.startTimer)
    }

    /// The wait for the system's activation ended.
    private mutating func activationWaitOver() {
        guard awaitsActivation else { return }
        awaitsActivation = false
        session = .assumed
    }

    /// All calls have ended. No setting of the last call reaches the next one.
    private mutating func rest(into effects: inout [Effect]) {
        settle(nil, into: &effects)
        isInterrupted = false
        letGo(into: &effects)
    }

    /// An assumed session lasts only as long as its call is heard.
    private mutating func giveUpWaiting(into effects: inout [Effect]) {
        stopAwaiting(into: &effects)
        if session == .assumed { session = .inactive }
    }

    private mutating func stopAwaiting(into effects: inout [Effect]) {
        guard awaitsActivation else { return }
        awaitsActivation = false
        effects.append(.stopTimer)
    }
}

extension AudioController {
    /// The person turned the speaker on or off.
    private mutating func setSpeaker(_ isOn: Bool, into effects: inout [Effect]) {
        if isOn { choice = AudioChoice(output: .speaker) } else if wantsSpeaker { choice = nil }
        if session != .inactive { effects.append(.order(.speaker(isOn))) }
    }

    /// Applies the person's choice. It has no effect before the session is active.
    private mutating func apply(into effects: inout [Effect]) {
        guard let choice, session != .inactive else { return }
        if wantsSpeaker {
            effects.append(.order(.speaker(true)))
        } else {
            isPreferring = true
            effects.append(.order(.prefer(choice.output)))
        }
    }

    /// Returns the choice of output to the system. The session keeps a preferred device until it is told otherwise.
    private mutating func letGo(into effects: inout [Effect]) {
        choice = nil
        guard isPreferring else { return }
        isPreferring = false
        effects.append(.order(.prefer(nil)))
    }

    private mutating func routeChanged(
        _ routes: AudioRoutes, _ reason: RouteChangeReason, into effects: inout [Effect]
    ) {
        self.routes = routes
        let isHeard = choice?.output.id == routes.current.id
        if isHeard { choice?.isHeard = true }
        switch reason {
        case .newDevice: letGo(into: &effects)  // A person who plugs in headphones wants to use them.
        case .override: overridden(isOurs: isHeard)
        case .deviceGone, .other:
            guard let choice, !isHeard else { return }
            guard routes.available.contains(where: { $0.id == choice.output.id }) else { return letGo(into: &effects) }
            apply(into: &effects)
        }
    }

    /// An override of the route. One that we did not order comes from the system's picker and counts as the person's
    /// choice.
    private mutating func overridden(isOurs: Bool) {
        guard !isOurs else { return }
        if routes.current.route == .speaker {
            choice = AudioChoice(output: .speaker, isHeard: true)
        } else if choice?.isHeard == true || wantsSpeaker {
            choice = nil
        }
    }

    /// The system's media services restarted: all settings are lost and audio has stopped.
    private mutating func mediaServicesReset(into effects: inout [Effect]) {
        effects.append(.order(.configure))
        isPreferring = false
        apply(into: &effects)
        guard running != nil else { return }
        effects.append(.order(.stop))
        running = nil
    }
}

/// The person's choice of an audio output. It outlives route changes that undo the session's settings.
/// Source: C65 (documented): an override lasts until the next route change.
struct AudioChoice: Hashable, Sendable {
    let output: AudioOutput
    /// Whether audio has used this output since the choice. Until then an override to another route is part of our own
    /// order, not the person's choice.
    var isHeard = false
}

extension Phone {
    mutating func pass(_ event: AudioController.Event, into effects: inout [PhoneEffect]) {
        var wanted: [AudioController.Effect] = []
        state.audio.handle(event, into: &wanted)
        for effect in wanted {
            switch effect {
            case .order(let order): effects.append(.audio(order))
            case .startTimer: effects.append(.startTimer(.activation, after: limits.activationWait))
            case .stopTimer: effects.append(.stopTimer(.activation))
            }
        }
    }
}

/// Events of the audio hardware other than activation, which the system reports.
public enum AudioEvent: Hashable, Sendable {
    /// The current output or the available outputs changed.
    case routeChanged(AudioRoutes, RouteChangeReason)
    /// Another app's call or alarm took the audio hardware.
    case interruptionBegan
    /// The interruption ended.
    case interruptionEnded
    /// The system's media services restarted, so all settings are lost. Source: C65.
    case mediaServicesReset
}

/// Why the route changed, as far as the phone distinguishes reasons.
public enum RouteChangeReason: String, CaseIterable, Hashable, Sendable {
    /// The app, or the person in the system's picker, chose the route.
    case override
    /// A device was connected, such as a headset.
    case newDevice
    /// The device in use was disconnected or switched off.
    case deviceGone
    /// Any other reason, such as category or sleep: the change was not chosen.
    case other
}

/// Orders to the audio session and to media. There is no order to activate the session, because only the system does
/// (C61).
public enum AudioOrder: Hashable, Sendable {
    /// Set the category and mode of a call. It comes before an answer or start is fulfilled (C60).
    case configure
    /// Start playing and recording the audio of this line.
    case start(LineID)
    /// Stop all audio.
    case stop
    /// Override the route with the built-in speaker, or end the override.
    case speaker(Bool)
    /// Prefer this output over the system's choice: end the override and prefer its device. `nil` means that no device
    /// is preferred any more.
    case prefer(AudioOutput?)
    /// Play a haptic tap for a digit.
    case haptic
}
