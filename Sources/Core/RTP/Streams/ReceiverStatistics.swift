/// What we know of the stream we receive, for our reports. A peer that comes back with a new connection sends from
/// another source: the counts go on, the sequence begins anew.
///
/// Source: RFC 3550 §6.4.1, appendix A.1, A.3, A.8.
public struct ReceiverStatistics: Hashable, Sendable {
    /// In hertz.
    public let clockRate: UInt32
    /// Every packet, duplicates too: that is how RFC 3550 counts.
    public private(set) var packetsReceived: UInt64 = 0
    /// Payload bytes.
    public private(set) var bytesReceived: UInt64 = 0

    private var source: UInt32?
    private var sequence = SequenceExtender()
    private var firstSequenceNumber: Int64 = 0
    /// Received since `firstSequenceNumber`.
    private var receivedSinceStart: Int64 = 0
    /// Lost before the last restart of the sequence, by earlier sources too.
    private var lostBeforeRestart: Int64 = 0
    private var expectedAtLastReport: Int64 = 0
    private var receivedAtLastReport: Int64 = 0
    private var lastTransit: Int64?
    /// Scaled by 16, as in appendix A.8.
    private var scaledJitter: Int64 = 0

    public init(clockRate: UInt32) {
        self.clockRate = clockRate
    }

    /// Counts a packet and says where it stands in the sequence.
    ///
    /// `measuresJitter` is false for telephone events: all packets of one event bear the same timestamp.
    @discardableResult
    public mutating func receive(
        _ header: RTPHeader, payloadByteCount: Int, measuresJitter: Bool = true, at now: Duration
    ) -> SequenceExtender.Outcome {
        let lostUntilNow = lostSinceStart
        // Each source begins at a number of its own (RFC 3550 §5.1), which says nothing of loss.
        if source != header.source { sequence = SequenceExtender() }
        source = header.source
        let outcome = sequence.extend(header.sequenceNumber)
        packetsReceived += 1
        bytesReceived += UInt64(payloadByteCount)
        switch outcome {
        case .doubtful: return outcome
        case .restarted(let number): restart(at: number, lostUntilNow: lostUntilNow)
        case .extended: break
        }
        receivedSinceStart += 1
        if measuresJitter { measureJitter(timestamp: header.timestamp, at: now) }
        return outcome
    }

    private mutating func restart(at number: Int64, lostUntilNow: Int64) {
        lostBeforeRestart += lostUntilNow
        firstSequenceNumber = number
        receivedSinceStart = 0
        expectedAtLastReport = 0
        receivedAtLastReport = 0
        lastTransit = nil
    }

    private mutating func measureJitter(timestamp: UInt32, at now: Duration) {
        let arrival = UInt32(truncatingIfNeeded: now.ticks(at: clockRate))
        let transit = Int64(Int32(bitPattern: arrival &- timestamp))
        if let lastTransit {
            let difference = Int64(Int32(truncatingIfNeeded: transit - lastTransit)).magnitude
            scaledJitter += Int64(difference) - ((scaledJitter + 8) >> 4)
        }
        lastTransit = transit
    }

    private var expectedSinceStart: Int64 {
        guard let highest = sequence.highest else { return 0 }
        return highest - firstSequenceNumber + 1
    }

    private var lostSinceStart: Int64 { expectedSinceStart - receivedSinceStart }

    /// Expected less received; negative when duplicates outnumber losses.
    public var packetsLost: Int64 { lostBeforeRestart + lostSinceStart }

    /// In ticks of the clock.
    public var jitter: UInt32 { UInt32(clamping: scaledJitter >> 4) }

    public var jitterMilliseconds: Double { Double(scaledJitter) / 16 * 1000 / Double(clockRate) }

    public var highestSequenceNumber: UInt32 { UInt32(truncatingIfNeeded: sequence.highest ?? 0) }

    /// Loss since the last call, in 1/256 (RFC 3550 A.3). Call it once per report.
    public mutating func takeFractionLost() -> UInt8 {
        let expected = expectedSinceStart - expectedAtLastReport
        let lost = expected - (receivedSinceStart - receivedAtLastReport)
        expectedAtLastReport = expectedSinceStart
        receivedAtLastReport = receivedSinceStart
        guard expected > 0, lost > 0 else { return 0 }
        return UInt8(clamping: (lost << 8) / expected)
    }
}

/// Makes 16-bit sequence numbers into ones that never wrap, and notices restarts.
///
/// Our packets are authenticated by SRTP before they come here, so the first one counts at once: the probation of
/// RFC 3550 is not needed.
/// Source: RFC 3550 appendix A.1.
public struct SequenceExtender: Hashable, Sendable {
    /// A forward step up to this is a gap, beyond it a restart (RFC 3550 A.1: MAX_DROPOUT).
    public static let dropoutMax: UInt16 = 3000
    /// A backward step up to this is reordering (RFC 3550 A.1: MAX_MISORDER).
    public static let misorderMax: UInt16 = 100

    public enum Outcome: Hashable, Sendable {
        /// In order, after a gap, late or doubled.
        case extended(Int64)
        /// A wild jump: believed only if its successor follows.
        case doubtful
        /// The second packet in a row after a wild jump, or the first of all: the sequence begins anew here.
        case restarted(Int64)
    }

    /// Highest seen, wraps included.
    public private(set) var highest: Int64?
    /// The number that would confirm a jump.
    private var awaited: UInt16?

    public init() {}

    public mutating func extend(_ sequenceNumber: UInt16) -> Outcome {
        guard let highest else { return restart(at: sequenceNumber) }
        let last = UInt16(truncatingIfNeeded: highest)
        let forward = sequenceNumber &- last
        if forward < Self.dropoutMax {
            self.highest = highest + Int64(forward)
            awaited = nil
            return .extended(highest + Int64(forward))
        }
        let backward = last &- sequenceNumber
        if backward <= Self.misorderMax { return .extended(highest - Int64(backward)) }
        if awaited == sequenceNumber { return restart(at: sequenceNumber) }
        awaited = sequenceNumber &+ 1
        return .doubtful
    }

    private mutating func restart(at sequenceNumber: UInt16) -> Outcome {
        highest = Int64(sequenceNumber)
        awaited = nil
        return .restarted(Int64(sequenceNumber))
    }
}

/// The time to the peer and back, from a report block about our stream.
public enum RoundTrip {
    /// Longer than this is a wrapped or invented figure.
    public static let longest: Duration = .seconds(60)

    /// Nil when the peer has not seen a sender report of ours, or the figures cannot be.
    ///
    /// `now` is on the clock that our sender reports were written with.
    /// Source: RFC 3550 §6.4.1, figure 2.
    public static func measure(_ block: ReportBlock, at now: Duration) -> Duration? {
        guard block.lastSenderReport != 0 else { return nil }
        let units = NetworkTime(now).middle &- block.lastSenderReport &- block.delaySinceLastSenderReport
        // Both sides round to 1/65536 s: on loopback the difference can come out as minus one unit or two.
        if Int32(bitPattern: units) < 0 { return Int32(bitPattern: units) >= -2 ? .zero : nil }
        let roundTrip = Duration(shortUnits: units)
        return roundTrip <= longest ? roundTrip : nil
    }
}
