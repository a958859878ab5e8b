extension JitterBuffer {
    /// Waiting this much longer than needed is caught up at once, not packet by packet.
    static let catchUpBeyond: Duration = .milliseconds(200)
    /// Less than the shortest period of a voice cannot be taken out or put in.
    static let stretchMin: Duration = .microseconds(2500)

    /// How long sound is to wait here, in ticks.
    var targetTicks: Int64 {
        guard let needed = estimator.neededDelay else { return bounds.startDelay.ticks(at: clockRate) }
        let shortest = max(bounds.delayMin.ticks(at: clockRate), 2 * ticks)
        return min(max(needed + ticks, shortest), max(bounds.delayMax.ticks(at: clockRate), shortest))
    }

    /// How much sound waits here now, up to the end of the newest packet.
    public var bufferedDelay: Duration {
        guard let position else { return .zero }
        return .nanoseconds(max(newestTimestamp + ticks - position, 0) * 1_000_000_000 / Int64(clockRate))
    }

    /// How the packet that was pulled is to be played.
    public enum Pace: Hashable, Sendable {
        case asItIs
        /// Shorter, by these ticks at most, so that sound waits less.
        case shorter(ticks: Int)
        /// Longer, by these ticks at most, so that sound waits longer.
        case longer(ticks: Int)
    }

    /// What to do with the packet pulled last. `changed(by:)` is told what was done.
    public var pace: Pace {
        guard let owed, owed.magnitude >= UInt64(Self.stretchMin.ticks(at: clockRate)) else { return .asItIs }
        return owed > 0 ? .shorter(ticks: Int(owed)) : .longer(ticks: Int(-owed))
    }

    /// The packet pulled last was played shorter by so many ticks, longer where negative. The next pull comes earlier or
    /// later for it, so that `position` needs no change.
    public mutating func changed(by ticks: Int) {
        statistics.stretched += UInt64(ticks.magnitude)
        owed = owed.map { $0 - Int64(ticks) }
        hasChanged = hasChanged || ticks != 0
    }

    /// Brings the delay nearer to its target: owes time to the packets that follow, throws one away, or asks for a frame
    /// to be made up.
    mutating func adapt(at now: Duration) -> Bool {
        guard hasPlayed, let position else { return false }
        let target = targetTicks
        if newestTimestamp - position > target + Self.catchUpBeyond.ticks(at: clockRate) {
            skip(to: newestTimestamp - target)
            return false
        }
        guard let delay = window.take(at: now) else { return false }
        let wasOwed = owed != nil
        owed = delay > target + ticks || delay < target - ticks / 2 ? delay - target : nil
        // Sound that does not repeat itself cannot be stretched.
        guard wasOwed, owed != nil, !hasChanged else {
            hasChanged = false
            return false
        }
        if delay > target + ticks * 2, canDropNext {
            ring.remove(nextNumber)
            nextNumber += 1
            self.position = position + ticks
            statistics.dropped += 1
            self.owed = nil
        } else if delay < target - ticks, !isInEvent, concealedInRow == 0 {
            statistics.inserted += 1
            self.owed = nil
            return true
        }
        return false
    }

    /// Two packets in a row are here, so that leaving one out leaves no hole.
    private var canDropNext: Bool {
        ring.holds(nextNumber) && ring.isAudio(nextNumber) && ring.holds(nextNumber + 1)
            && ring.isAudio(nextNumber + 1) && ring.timestamp(nextNumber) - (position ?? 0) <= ticks / 2
    }

    private mutating func skip(to timestamp: Int64) {
        while nextNumber < highestNumber {
            if ring.holds(nextNumber), ring.isAudio(nextNumber), ring.timestamp(nextNumber) >= timestamp { break }
            if ring.holds(nextNumber) {
                statistics.dropped += 1
                ring.remove(nextNumber)
            }
            nextNumber += 1
        }
        position = timestamp
        owed = nil
    }
}

/// Measures how much packets are delayed beyond the fastest ones, and how long to wait for most of them.
///
/// All figures are in ticks of the stream's clock unless said otherwise.
struct DelayEstimator: Hashable, Sendable {
    /// Width of a histogram's column: 5 ms.
    private static let columnsPerSecond: Int64 = 200
    /// Half a second in all; what comes later falls into the last column.
    private static let columnCount = 100
    /// Each packet weighs this much, and everything before it is made lighter by 1/512: a memory of about ten seconds.
    private static let weight: UInt64 = 1 << 20
    private static let forgetting: UInt64 = 9
    /// Packets that must have come before the histogram is believed: one second.
    private static let trustedCount = 50
    /// Share of packets that may come later than the delay chosen, as 1/n.
    private static let lateShare: UInt64 = 100
    /// Span over which the fastest packet is looked for; two such spans are kept.
    private static let baseSpan: Duration = .seconds(5)

    private let clockRate: Int64
    private var columns = [UInt64](repeating: 0, count: columnCount)
    private var total: UInt64 = 0
    private var count = 0
    private var fastest: Int64?
    private var fastestBefore: Int64 = .max
    private var spanStart: Duration = .zero

    init(clockRate: UInt32) {
        self.clockRate = Int64(clockRate)
    }

    /// Takes an arrival and says by how much it was slower than the fastest one lately.
    mutating func note(timestamp: Int64, at now: Duration) -> Int64 {
        let relative = now.ticks(at: UInt32(clockRate)) - timestamp
        if let fastest {
            if now - spanStart >= Self.baseSpan {
                fastestBefore = fastest
                self.fastest = relative
                spanStart = now
            } else {
                self.fastest = min(fastest, relative)
            }
        } else {
            fastest = relative
            spanStart = now
        }
        let excess = relative - min(fastest ?? relative, fastestBefore, relative)
        record(excess)
        return excess
    }

    private mutating func record(_ excess: Int64) {
        let column = min(Int(excess * Self.columnsPerSecond / clockRate), Self.columnCount - 1)
        total = Self.weight
        for index in columns.indices {
            columns[index] -= columns[index] >> Self.forgetting
            total += columns[index]
        }
        columns[column] += Self.weight
        count += 1
    }

    /// The delay that all but `lateShare` of the packets keep; nil before it can be told.
    var neededDelay: Int64? {
        guard count >= Self.trustedCount else { return nil }
        var beyond = total
        for index in columns.indices {
            beyond -= min(columns[index], beyond)
            if beyond < total / Self.lateShare { return Int64(index + 1) * clockRate / Self.columnsPerSecond }
        }
        return Int64(Self.columnCount) * clockRate / Self.columnsPerSecond
    }
}

/// The shortest delay sound had here during half a second, in ticks: what could be given up without a gap.
struct DelayWindow: Hashable, Sendable {
    static let span: Duration = .milliseconds(500)

    private var start: Duration?
    private var shortest: Int64 = .max

    mutating func note(_ delay: Int64) {
        shortest = min(shortest, delay)
    }

    /// The figure, once per span; nil in between and when nothing arrived.
    mutating func take(at now: Duration) -> Int64? {
        guard let start else {
            self.start = now
            return nil
        }
        guard now - start >= Self.span else { return nil }
        defer {
            self.start = now
            shortest = .max
        }
        return shortest == .max ? nil : shortest
    }
}
