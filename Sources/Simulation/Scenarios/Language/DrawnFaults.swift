internal import DeviceRuntime

/// Random faults in the surroundings of a phone, drawn from a seed. The same seed gives the same faults.
///
/// Each fault begins within the span and ends after some time, at the latest when the span ends. From then on network
/// and exchange work and the phone is unlocked; a killed process stays killed.
public struct DrawnFaults: Hashable, Sendable {
    /// The kind of a fault.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The phone has no network for some time, or changes to another one.
        case path
        /// The connection to the exchange breaks and can be restored at once.
        case connection
        /// The exchange cannot be reached for some time, although the phone has a network.
        case exchange
        /// The system reclaims the memory of an app in the background.
        case memory
        /// The phone is locked, and unlocked later.
        case lock
        /// The user leaves the app, and opens it later.
        case app
    }

    /// The same seed draws the same faults.
    public var seed: UInt64
    /// The beginning of the span, since the beginning of the scenario.
    public var from: Duration
    /// The end of the span, when all faults have ended.
    public var until: Duration
    /// The number of faults.
    public var count: Int
    /// The kinds of faults; not empty.
    public var kinds: [Kind]

    /// Makes faults of these kinds.
    public init(seed: UInt64, from: Duration, until: Duration, count: Int, kinds: [Kind] = Kind.allCases) {
        self.seed = seed
        self.from = from
        self.until = until
        self.count = count
        self.kinds = kinds
    }

    /// The steps of all faults, in order of time.
    public var steps: [ScenarioStep] {
        guard !kinds.isEmpty, from < until else { return [] }
        var chance = SeededRandom(seed: seed)
        var drawn: [ScenarioStep] = []
        for _ in 0..<count { draw(&drawn, &chance) }
        drawn += order.map { ScenarioStep(at: until, $0) }
        return drawn.inOrderOfTime
    }

    /// The actions that end every fault.
    private var order: [ScenarioAction] {
        let mends = Kind.allCases.filter { kinds.contains($0) && $0 != .app }.compactMap(\.mend)
        // The phone must be unlocked before the app can be opened.
        return kinds.contains(.app) ? mends + [.person(.openApp)] : mends
    }

    private func draw(_ drawn: inout [ScenarioStep], _ chance: inout SeededRandom) {
        let kind = kinds[Int(chance.next() % UInt64(kinds.count))]
        let span = UInt64(max(1, (until - from) / .milliseconds(1)))
        let begin = from + .milliseconds(Int64(chance.next() % span))
        let end = begin + Self.length(&chance)
        let action = kind.fault(&chance)
        drawn.append(ScenarioStep(at: begin, action))
        if let mend = kind.mend, action != mend, end < until { drawn.append(ScenarioStep(at: end, mend)) }
    }

    /// A random length from 50 ms to less than half an hour, with short and long ones equally likely. Short ones find
    /// races, and long ones use up all attempts.
    private static func length(_ chance: inout SeededRandom) -> Duration {
        let doublings = chance.next() % 15
        let least = UInt64(50) << doublings
        return .milliseconds(Int64(least + chance.next() % least))
    }
}

extension DrawnFaults.Kind {
    fileprivate func fault(_ chance: inout SeededRandom) -> ScenarioAction {
        switch self {
        case .path:
            let ways: [NetworkWay] = [.none, .none, .none, .cellular, .wifi(1), .wifi(2)]
            return .network(.path(ways[Int(chance.next() % UInt64(ways.count))]))
        case .connection: return .network(.connectionBreaks)
        case .exchange: return .network(.connectionLost)
        case .memory: return .fate(.memoryReclaimed)
        case .lock: return .person(.lock)
        case .app: return .person(.leaveApp)
        }
    }

    /// The action that ends the fault; nil if it is over at once.
    fileprivate var mend: ScenarioAction? {
        switch self {
        case .path: .network(.path(.wifi(1)))
        case .exchange: .network(.connectionBack)
        case .lock: .person(.unlock)
        case .app: .person(.openApp)
        case .connection, .memory: nil
        }
    }
}
