/// Claims that must hold at a time, or at the end.
public struct Expectation: Hashable, Sendable {
    /// The time; nil is the end of the scenario.
    public var at: Duration?
    /// The claims, each of which becomes a verdict.
    public var claims: [ScenarioClaim]

    /// Makes an expectation.
    public init(at: Duration? = nil, _ claims: ScenarioClaim...) {
        self.init(at: at, claims: claims)
    }

    /// Makes an expectation.
    public init(at: Duration?, claims: [ScenarioClaim]) {
        self.at = at
        self.claims = claims
    }
}

/// A claim of a scenario, which holds or does not.
public enum ScenarioClaim: Hashable, Sendable {
    /// The audible directions of a call.
    public enum Sound: String, CaseIterable, Hashable, Sendable {
        case bothWays = "both ways"
        /// The other side is heard, but does not hear the phone.
        case onlyHeard = "only heard"
        case silence = "none"
    }

    /// How a call looks on the system's screen.
    public enum Look: String, CaseIterable, Hashable, Sendable {
        case rings, connecting, connected, held, muted
    }

    /// The call is on the screen in this state.
    case looks(ScenarioCallName, Look)
    /// Nothing rings.
    case nothingRings
    /// These calls are on the screen, and no others: `Anna: connected, held`.
    case screen([String])
    case sound(Sound)
    /// The audio route.
    case route(String)
    /// These entries are in Recents, the oldest first, and no others: `Anna: incoming`.
    case recents([String])
    /// There are as many notifications as listed, and each contains its words: `Missed call: Anna`.
    case notifications([String])
    /// The exchange's state of a call.
    case exchange(ScenarioCallName, ExchangeCallState)
    /// The names that rang since the beginning, in order.
    case rung([String])
    /// Moments with these words occurred, in this order.
    case moments([String])
    /// No moment contained any of these words.
    case never([String])
    /// The state of the app's process.
    case app(String)
    /// The other side received exactly these digits.
    case digits(ScenarioCallName, String)
}

/// A promise that every scenario makes unless it waives it.
public enum StandardPromise: String, CaseIterable, Hashable, Sendable {
    /// Every push that had to be reported was reported.
    case noViolation = "violation"
    /// The system never killed the app.
    case neverKilled = "killed"
    /// The app did nothing that is allowed but known to fail.
    case noHazard = "hazard"
    /// At the end, the system has no call of the app.
    case noCallLeft = "call left"
    /// Every call that rang is in Recents or in a notification.
    case everyRingKnown = "unknown ring"
}
