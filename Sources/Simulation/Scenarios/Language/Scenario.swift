/// Given this phone and these calls, when all this happens, then that is seen, heard and found.
///
/// Written as YAML (``ScenarioReader``) or made in Swift; both are the same value. All times are since the beginning.
public struct Scenario: Hashable, Sendable {
    /// A sentence that says what is shown.
    public var name: String
    /// Why it matters, and where it is known from.
    public var about = ""
    /// The iPhone and the app on it when the scenario begins.
    public var device = DeviceSetup()
    /// The calls of the scenario.
    public var calls: [ScenarioCall] = []
    /// What happens, in order of time.
    public var steps: [ScenarioStep] = []
    /// What befalls the phone beside it.
    public var faults: DrawnFaults?
    /// What must be so.
    public var expectations: [Expectation] = []
    /// What every scenario promises, but not this one.
    public var waived: [Norm] = []
    /// When the scenario ends; nil is a while after the last step and the last expectation.
    public var until: Duration?
    /// What a phone written without this knowledge does instead.
    public var naive: NaiveNote?

    /// How long a scenario goes on after the last thing in it, unless it says.
    public static let epilogue: Duration = .seconds(10)

    /// A scenario in which nothing happens yet.
    public init(_ name: String) {
        self.name = name
    }

    /// What happens and what befalls the phone, in order of time; of what is at one time the drawn comes first, so that a
    /// step can rely on their end.
    public var allSteps: [ScenarioStep] { ((faults?.steps ?? []) + steps).inOrderOfTime }

    /// When it ends.
    public var end: Duration {
        let last = (allSteps.map(\.at) + expectations.compactMap(\.at)).max() ?? .zero
        return until ?? last + Self.epilogue
    }

    /// The call of a name.
    public func call(_ name: CallName) -> ScenarioCall? { calls.first { $0.id == name } }
}
