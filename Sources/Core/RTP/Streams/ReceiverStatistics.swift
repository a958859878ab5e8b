/// Statistics of the received stream, for our reports. A peer that comes back with a new connection sends from
/// another source: the counts go on, and the sequence begins anew.
///
/// Source: RFC 3550 §6.4.1, appendix A.1, A.3, A.8.
public struct ReceiverStatistics: Hashable, Sendable {
    /// The clock rate in hertz.
    public let clockRate: UInt32
    /// The packets received, including duplicates, as RFC 3550 counts.
    public private(set) var packetsReceived: UInt64 = 0
    /// The payload bytes received.
    public private(set) var bytesReceived: UInt64 = 0

    private var source: UInt32?
    private var sequence = SequenceExtender()
    private var firstSequenceNumber: Int64 = 0
    /// The packets received since `firstSequenceNumber`.
    private var receivedSinceStart: Int64 = 0
    /// The packets lost before the last restart of the sequence, also of earlier sources.
    private var lostBeforeRestart: Int64 = 0
    private var expectedAtLastReport: Int64 = 0
    private var receivedAtLastReport: Int64 = 0
    private var lastTransit: Int64?
    /// The jitter scaled by 16, as in appendix A.8.
    private var scaledJitter: Int64 = 0

    public init(clockRate: UInt32) {
        self.clockRate = clockRate
    }

    /// Counts a packet.
    ///
    /// - Parameter measuresJitter: false for telephone events, as all packets of one event have the same timestamp.
    /// - Returns: the packet's place in the sequence.
    @discardableResult
    public mutating func receive(
        _ header: RTPHeader, payloadByteCount: Int, measuresJitter: Bool = true, at now: Duration
    ) -> SequenceExtender.Outcome {
        let lostUntilNow = lostSinceStart
        // Each source begins at its own number (RFC 3550 §5.1), so a jump between sources is no loss.
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

    /// The packets expected less those received; negative when duplicates outnumber losses.
    public var packetsLost: Int64 { lostBeforeRestart + lostSinceStart }

    /// The jitter in ticks of the clock.
    public var jitter: UInt32 { UInt32(clamping: scaledJitter >> 4) }

    /// The interarrival jitter (RFC 3550 §6.4.1) in milliseconds.
    public var jitterMilliseconds: Double { Double(scaledJitter) / 16 * 1000 / Double(clockRate) }

    /// The extended highest sequence number of a report: the wraps are in the upper 16 bits.
    public var highestSequenceNumber: UInt32 { UInt32(truncatingIfNeeded: sequence.highest ?? 0) }

    /// The share of loss since the last call, in 1/256 (RFC 3550 A.3). Call it once per report.
    public mutating func nextFractionLost() -> UInt8 {
        let expected = expectedSinceStart - expectedAtLastReport
        let lost = expected - (receivedSinceStart - receivedAtLastReport)
        expectedAtLastReport = expectedSinceStart
        receivedAtLastReport = receivedSinceStart
        guard expected > 0, lost > 0 else { return 0 }
        return UInt8(clamping: (lost << 8) / expected)
    }
}

/// Extends 16-bit sequence numbers to ones that never wrap, and detects restarts.
///
/// SRTP authenticates packets before they come here, so the first one counts at once: the probation of RFC 3550 is
/// not needed.
/// Source: RFC 3550 appendix A.1.
public struct SequenceExtender: Hashable, Sendable {
    /// The largest forward step that is a gap; a larger one is a restart (RFC 3550 A.1: MAX_DROPOUT).
    public static let dropoutMax: UInt16 = 3000
    /// The largest backward step that is reordering (RFC 3550 A.1: MAX_MISORDER).
    public static let misorderMax: UInt16 = 100

    /// The meaning of a packet's sequence number.
    public enum Outcome: Hashable, Sendable {
        /// The number is in order, after a gap, late or a duplicate.
        case extended(Int64)
        /// The number jumped. It is trusted only if its successor follows.
        case doubtful
        /// The sequence begins anew here, at the second packet in a row after a jump or at the very first packet.
        case restarted(Int64)
    }

    /// The highest number received, wraps included.
    public private(set) var highest: Int64?
    /// The number that would confirm a jump.
    private var awaited: UInt16?

    public init() {}

    /// Extends the number of a received packet.
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

/// The round-trip time to the peer, from a report block about our stream.
public enum RoundTrip {
    /// The longest plausible round trip; a longer one is a wrapped or invented figure.
    public static let longest: Duration = .seconds(60)

    /// Computes the round trip. Nil if the peer has not received a sender report of ours, or if the figures are
    /// impossible.
    ///
    /// `now` is on the clock of our sender reports.
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
