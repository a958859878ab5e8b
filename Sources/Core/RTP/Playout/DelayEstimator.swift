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
