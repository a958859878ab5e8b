/// Decides which slow password checks are computed, which wait and which are refused.
///
/// A check costs tens of milliseconds and tens of megabytes, on purpose. So a few are computed at a time, and a bounded
/// number wait. Sources take turns, so that a flood delays only its own source. When all places are taken, the source
/// with the most waiting checks gives way to one with fewer.
public struct PasswordCheckQueue<Source: Hashable & Sendable>: Sendable {
    /// Identifies one check; the shell numbers them.
    public typealias ID = UInt64

    /// How many checks are computed and wait.
    public struct Limits: Hashable, Sendable {
        /// The most checks that are computed at a time.
        public var running: Int
        /// The most checks that wait, of all sources.
        public var waiting: Int
        /// The most checks that wait, of one source.
        public var waitingOfSource: Int

        public init(running: Int, waiting: Int = .max, waitingOfSource: Int = .max) {
            self.running = running
            self.waiting = waiting
            self.waitingOfSource = waitingOfSource
        }
    }

    /// A request for a check, or its end.
    public enum Event: Hashable, Sendable {
        case asked(ID, from: Source)
        /// A started check is over.
        case finished
        /// No further check is started.
        case stopped
    }

    /// An order to the shell about a check. Each requested check is started or refused once.
    public enum Effect: Hashable, Sendable {
        case start(ID)
        /// The check will not be computed: too many wait, or the exchange stops.
        case refuse(ID)
    }

    /// The limits for the whole life of the queue.
    public let limits: Limits
    /// The number of checks that are computed now.
    public private(set) var running = 0
    /// The number of checks that wait now.
    public private(set) var waiting = 0
    private var lines: [Source: [ID]] = [:]
    /// Sources that wait, in the order of their turns; each once.
    private var turns: [Source] = []
    private var isStopped = false

    public init(limits: Limits) { self.limits = limits }

    /// Handles an event and appends the effects.
    public mutating func handle(_ event: Event, into effects: inout [Effect]) {
        switch event {
        case .asked(let id, let source): ask(id, from: source, into: &effects)
        case .finished:
            running -= 1
            startNext(into: &effects)
        case .stopped:
            isStopped = true
            for source in turns { for id in lines[source] ?? [] { effects.append(.refuse(id)) } }
            (lines, turns, waiting) = ([:], [], 0)
        }
    }

    private mutating func ask(_ id: ID, from source: Source, into effects: inout [Effect]) {
        guard !isStopped else { return effects.append(.refuse(id)) }
        guard running >= limits.running else {
            running += 1
            return effects.append(.start(id))
        }
        let own = lines[source]?.count ?? 0
        guard own < limits.waitingOfSource, waiting < limits.waiting || displace(for: own, into: &effects) else {
            return effects.append(.refuse(id))
        }
        if own == 0 { turns.append(source) }
        lines[source, default: []].append(id)
        waiting += 1
    }

    /// Refuses the last check of the source with the most waiting checks, if it would still have at least as many as
    /// the asking source, which has `own` and gets one more.
    private mutating func displace(for own: Int, into effects: inout [Effect]) -> Bool {
        let longest = turns.max { (lines[$0]?.count ?? 0) < (lines[$1]?.count ?? 0) }
        guard let longest, var line = lines[longest], line.count > own + 1 else { return false }
        effects.append(.refuse(line.removeLast()))
        lines[longest] = line
        waiting -= 1
        return true
    }

    private mutating func startNext(into effects: inout [Effect]) {
        guard !turns.isEmpty else { return }
        let source = turns.removeFirst()
        guard var line = lines[source] else { return }
        effects.append(.start(line.removeFirst()))
        lines[source] = line.isEmpty ? nil : line
        if !line.isEmpty { turns.append(source) }
        waiting -= 1
        running += 1
    }
}
