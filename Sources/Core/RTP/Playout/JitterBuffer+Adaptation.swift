extension JitterBuffer {
    /// A delay that is longer than needed by this much is shortened at once, not packet by packet.
    static let catchUpBeyond: Duration = .milliseconds(200)
    /// The shortest stretch: no less than the shortest period of a voice can be cut or inserted.
    static let stretchMin: Duration = .microseconds(2500)

    /// The delay that sound should have in the buffer, in ticks.
    var targetTicks: Int64 {
        guard let needed = estimator.neededDelay else { return bounds.startDelay.ticks(at: clockRate) }
        let shortest = max(bounds.delayMin.ticks(at: clockRate), 2 * ticks)
        return min(max(needed + ticks, shortest), max(bounds.delayMax.ticks(at: clockRate), shortest))
    }

    /// The sound that waits in the buffer now, up to the end of the newest packet.
    public var bufferedDelay: Duration {
        guard let position else { return .zero }
        return .nanoseconds(max(newestTimestamp + ticks - position, 0) * 1_000_000_000 / Int64(clockRate))
    }

    /// How to play the packet that was pulled.
    public enum Pace: Hashable, Sendable {
        case asItIs
        /// Play it shorter, by at most these ticks, so that sound waits less.
        case shorter(ticks: Int)
        /// Play it longer, by at most these ticks, so that sound waits longer.
        case longer(ticks: Int)
    }

    /// How to play the packet pulled last. The caller reports the result with `changed(by:)`.
    public var pace: Pace {
        guard let owed, owed.magnitude >= UInt64(Self.stretchMin.ticks(at: clockRate)) else { return .asItIs }
        return owed > 0 ? .shorter(ticks: Int(owed)) : .longer(ticks: Int(-owed))
    }

    /// Notes that the packet pulled last was played shorter by so many ticks; longer if negative. The next pull comes
    /// earlier or later for it, so `position` needs no change.
    public mutating func changed(by ticks: Int) {
        statistics.stretched += UInt64(ticks.magnitude)
        owed = owed.map { $0 - Int64(ticks) }
        hasChanged = hasChanged || ticks != 0
    }

    /// Brings the delay nearer to its target: it asks for later packets to be stretched, drops one, or inserts a
    /// frame.
    ///
    /// - Returns: whether a frame is to be inserted.
    mutating func adapt(at now: Duration) -> Bool {
        guard hasPlayed, let position else { return false }
        let target = targetTicks
        if newestTimestamp - position > target + Self.catchUpBeyond.ticks(at: clockRate) {
            skip(to: newestTimestamp - target)
            return false
        }
        guard let delay = window.shortest(at: now) else { return false }
        let wasOwed = owed != nil
        owed = delay > target + ticks || delay < target - ticks / 2 ? delay - target : nil
        // Sound without a period cannot be stretched, so a packet is dropped or a frame inserted.
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

    /// Whether the next two packets are here, so that dropping one leaves no gap. A pause would count as loss without
    /// the packet that announces it.
    private var canDropNext: Bool {
        ring.holds(nextNumber) && ring.content(nextNumber) == .audio && ring.holds(nextNumber + 1)
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

/// Measures the delay of packets beyond the fastest ones, and the delay that most of them need.
///
/// All values are in ticks of the stream's clock unless said otherwise.
struct DelayEstimator: Hashable, Sendable {
    /// The columns of the histogram per second: each is 5 ms wide.
    private static let columnsPerSecond: Int64 = 200
    /// The number of columns, half a second in all. Packets that come later fall into the last column.
    private static let columnCount = 100
    /// The weight of a packet. Each one reduces the earlier weights by 1/512: a memory of about ten seconds.
    private static let weight: UInt64 = 1 << 20
    private static let forgetting: UInt64 = 9
    /// The packets needed before the histogram is trusted: one second.
    private static let trustedCount = 50
    /// The share of packets that may come later than the chosen delay, as 1/n. With a tenth lost, each hundredth packet
    /// comes as its second copy only: without these, speech scored 3.0, and 3.6 with them (PESQ). G.107 takes 0.05 from
    /// a score for the 40 ms of delay.
    private static let lateShare: UInt64 = 300
    /// The span over which the fastest packet is looked for. Two such spans are kept.
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

    /// Notes an arrival.
    ///
    /// - Returns: how much slower it was than the fastest one lately.
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

    /// The delay that suffices for all packets but `lateShare`; nil before there are enough packets.
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

/// The shortest delay of sound in the buffer during half a second, in ticks: the time that can be saved without a
/// gap.
struct DelayWindow: Hashable, Sendable {
    static let span: Duration = .milliseconds(500)

    private var start: Duration?
    private var shortest: Int64 = .max

    mutating func note(_ delay: Int64) {
        shortest = min(shortest, delay)
    }

    /// The shortest delay, once per span; nil in between, and if no packet arrived.
    mutating func shortest(at now: Duration) -> Int64? {
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
