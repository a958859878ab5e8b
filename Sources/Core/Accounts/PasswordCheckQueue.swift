/// Which slow checks of passwords are computed, which wait and which are refused.
///
/// One costs tens of milliseconds and tens of megabytes, on purpose. So a few are computed at a time, a bounded number wait,
/// and sources take turns, so that a flood waits behind itself. When all places are taken, the source that has most gives
/// way to one that has less.
public struct PasswordCheckQueue<Source: Hashable & Sendable>: Sendable {
    /// Names one check; the shell numbers them.
    public typealias ID = UInt64

    public struct Limits: Hashable, Sendable {
        /// Computed at a time.
        public var running: Int
        /// Waiting, of all sources.
        public var waiting: Int
        /// Waiting, of one source.
        public var waitingOfSource: Int

        public init(running: Int, waiting: Int = .max, waitingOfSource: Int = .max) {
            self.running = running
            self.waiting = waiting
            self.waitingOfSource = waitingOfSource
        }
    }

    public enum Event: Hashable, Sendable {
        case asked(ID, from: Source)
        /// One that was started is over.
        case finished
        /// Nothing is started any more.
        case stopped
    }

    public enum Effect: Hashable, Sendable {
        case start(ID)
        /// It will not be computed: too much is asked, or the exchange stops.
        case refuse(ID)
    }

    public let limits: Limits
    /// Computed now.
    public private(set) var running = 0
    /// Waiting now.
    public private(set) var waiting = 0
    private var lines: [Source: [ID]] = [:]
    /// Sources that wait, in the order of their turns; each once.
    private var turns: [Source] = []
    private var isStopped = false

    public init(limits: Limits) { self.limits = limits }

    /// The one entrance.
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

    /// Refuses the last of the source that has most, if it has more than one that has so many would have then.
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
