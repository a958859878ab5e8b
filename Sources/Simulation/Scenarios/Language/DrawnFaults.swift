internal import DeviceRuntime

/// Disorder in the surroundings of a phone, drawn from a seed: the same seed gives the same disorder.
///
/// Each fault begins at some moment of the span and is over after some while, at the latest when the span ends. From then
/// on there are a network and an exchange, and the phone is unlocked; a process that was killed stays killed.
public struct DrawnFaults: Hashable, Sendable {
    /// What can befall a phone.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The phone is in no network for a while, or comes into another one.
        case path
        /// The connection to the exchange breaks, and can be made again at once.
        case connection
        /// The exchange cannot be reached for a while, though the phone is in a network.
        case exchange
        /// The system wants the memory of an app in the background.
        case memory
        /// The phone is locked, and unlocked a while later.
        case lock
        /// The person leaves the app, and opens it a while later.
        case app
    }

    public var seed: UInt64
    /// When the first fault can begin, since the beginning of the scenario.
    public var from: Duration
    /// When all is in order again.
    public var until: Duration
    /// How many faults begin.
    public var count: Int
    /// Of which kinds they are. Not empty.
    public var kinds: [Kind]

    /// Disorder of these kinds.
    public init(seed: UInt64, from: Duration, until: Duration, count: Int, kinds: [Kind] = Kind.allCases) {
        self.seed = seed
        self.from = from
        self.until = until
        self.count = count
        self.kinds = kinds
    }

    /// What happens, in order of time.
    public var steps: [ScenarioStep] {
        guard !kinds.isEmpty, from < until else { return [] }
        var chance = SeededChance(seed: seed)
        var drawn: [ScenarioStep] = []
        for _ in 0..<count { draw(&drawn, &chance) }
        drawn += order.map { ScenarioStep(at: until, $0) }
        return drawn.inOrderOfTime
    }

    /// What makes an end of every fault.
    private var order: [Deed] {
        let mends = Kind.allCases.filter { kinds.contains($0) && $0 != .app }.compactMap(\.mend)
        // The phone cannot be used before it is unlocked.
        return kinds.contains(.app) ? mends + [.person(.openApp)] : mends
    }

    private func draw(_ drawn: inout [ScenarioStep], _ chance: inout SeededChance) {
        let kind = kinds[Int(chance.next() % UInt64(kinds.count))]
        let span = UInt64(max(1, (until - from) / .milliseconds(1)))
        let begin = from + .milliseconds(Int64(chance.next() % span))
        let end = begin + Self.length(&chance)
        let deed = kind.fault(&chance)
        drawn.append(ScenarioStep(at: begin, deed))
        if let mend = kind.mend, deed != mend, end < until { drawn.append(ScenarioStep(at: end, mend)) }
    }

    /// From a twentieth of a second to less than half an hour, the short as often as the long: what a phone can miss by a
    /// moment is found as well as what uses its attempts up.
    private static func length(_ chance: inout SeededChance) -> Duration {
        let doublings = chance.next() % 15
        let least = UInt64(50) << doublings
        return .milliseconds(Int64(least + chance.next() % least))
    }
}

extension DrawnFaults.Kind {
    fileprivate func fault(_ chance: inout SeededChance) -> Deed {
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

    /// What follows a while later; nil where a fault is over at once.
    fileprivate var mend: Deed? {
        switch self {
        case .path: .network(.path(.wifi(1)))
        case .exchange: .network(.connectionBack)
        case .lock: .person(.unlock)
        case .app: .person(.openApp)
        case .connection, .memory: nil
        }
    }
}
