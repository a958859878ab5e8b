public import DeviceModel

/// A scenario: a phone, calls, steps that happen, and the expected results.
///
/// It is written as YAML (``ScenarioReader``) or made in Swift. All times count from its beginning.
public struct Scenario: Hashable, Sendable {
    /// A sentence about what the scenario shows.
    public var name: String
    /// Why it matters, and the source of the knowledge.
    public var about = ""
    /// The iPhone and the app on it when the scenario begins.
    public var device = DeviceSetup()
    /// The calls of the scenario.
    public var calls: [ScenarioCall] = []
    /// The steps of the scenario, in order of time.
    public var steps: [ScenarioStep] = []
    /// Random faults in addition to the steps.
    public var faults: DrawnFaults?
    /// The expected results.
    public var expectations: [Expectation] = []
    /// The norms that this scenario does not promise.
    public var waived: [StandardPromise] = []
    /// When the scenario ends; nil is ``epilogue`` after the last step and expectation.
    public var until: Duration?
    /// The behavior of a naively written phone in the same scenario.
    public var naive: NaivePhoneResult?

    /// How long a scenario goes on after its last step or expectation, unless it says otherwise.
    public static let epilogue: Duration = .seconds(10)

    /// Makes an empty scenario.
    public init(_ name: String) {
        self.name = name
    }

    /// The steps and the faults in order of time. At equal times the faults come first, so that a step can rely on
    /// their end.
    public var allSteps: [ScenarioStep] { ((faults?.steps ?? []) + steps).inOrderOfTime }

    /// When it ends.
    public var end: Duration {
        let last = (allSteps.map(\.at) + expectations.compactMap(\.at)).max() ?? .zero
        return until ?? last + Self.epilogue
    }

    /// The call of a name.
    public func call(_ name: ScenarioCallName) -> ScenarioCall? { calls.first { $0.id == name } }
}

/// An action at a time.
public struct ScenarioStep: Hashable, Sendable {
    /// The time since the beginning of the scenario.
    public var at: Duration
    /// What happens.
    public var action: ScenarioAction

    /// Makes a step.
    public init(at: Duration, _ action: ScenarioAction) {
        self.at = at
        self.action = action
    }
}

extension [ScenarioStep] {
    /// The steps sorted by time; steps at equal times keep their order.
    var inOrderOfTime: [ScenarioStep] {
        enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
    }
}

/// The iPhone and the app on it when a scenario begins.
public struct DeviceSetup: Hashable, Sendable {
    /// The state of the phone's lock.
    public enum Lock: String, CaseIterable, Hashable, Sendable {
        case unlocked
        case locked
        case beforeFirstUnlock = "before first unlock"
    }

    /// The state of the app's process.
    public enum App: String, CaseIterable, Hashable, Sendable {
        case notRunning = "not running"
        case suspended
        case foreground
    }

    /// The profile of the modeled iPhone.
    public var profile = DeviceProfile.ios26p4
    /// Determines behavior that Apple leaves open.
    public var seed: UInt64 = 1
    /// Whether the phone is locked.
    public var lock = Lock.unlocked
    /// Whether the app runs, and where.
    public var app = App.notRunning
    /// The organizations with credentials on the phone; the first is in use.
    public var organizations = ["blue"]
    /// The time from the order to connect to the ready connection.
    public var connectAfter: Duration = .milliseconds(200)
    /// What the person answered when the app asked for the microphone.
    public var microphone = MicrophonePermission.granted
    /// Whether notifications may be shown.
    public var mayNotify = true

    /// Makes a typical phone.
    public init() {}
}

/// The behavior of a naively written phone in the same scenario.
public struct NaivePhoneResult: Hashable, Sendable {
    /// The mistakes of the naive phone.
    public var faults: [String]
    /// Words that occur in the promises that it breaks.
    public var shows: [String]

    /// Makes a note.
    public init(faults: [String], shows: [String]) {
        self.faults = faults
        self.shows = shows
    }
}
