/// Numbers what we send: one source, one sequence space, one timestamp line for audio and telephone events.
///
/// One frame is 20 ms. `advance()` once per frame, whether or not it was sent, keeps the timestamp true to time.
public struct RTPPacketizer: Hashable, Sendable {
    /// Frames a second: the media clock ticks every 20 ms.
    public static let framesPerSecond: UInt32 = 50

    public let source: UInt32
    /// Of the next packet.
    public private(set) var sequenceNumber: UInt16
    /// Of the frame that begins now, in ticks of `clockRate`.
    public private(set) var timestamp: UInt32
    /// In hertz. Opus 48000, G.711 8000.
    public private(set) var clockRate: UInt32

    /// The three start values should be random (RFC 3550 §5.1); the caller has the random source.
    public init(source: UInt32, firstSequenceNumber: UInt16, firstTimestamp: UInt32, clockRate: UInt32) {
        self.source = source
        sequenceNumber = firstSequenceNumber
        timestamp = firstTimestamp
        self.clockRate = clockRate
    }

    /// Ticks in one frame.
    public var frameTicks: UInt32 { clockRate / Self.framesPerSecond }

    /// The header of the next packet; its sequence number is used up.
    ///
    /// A telephone event gives the timestamp of its start; audio leaves it out.
    public mutating func nextHeader(payloadType: UInt8, marker: Bool = false, timestamp: UInt32? = nil) -> RTPHeader {
        defer { sequenceNumber &+= 1 }
        return RTPHeader(
            payloadType: payloadType, marker: marker, sequenceNumber: sequenceNumber,
            timestamp: timestamp ?? self.timestamp, source: source)
    }

    /// 20 ms have passed.
    public mutating func advance() {
        timestamp &+= frameTicks
    }

    /// A renegotiation chose a codec with another clock. The timestamp goes on from where it is (RFC 7160 §4.1).
    public mutating func changeClockRate(to clockRate: UInt32) {
        self.clockRate = clockRate
    }
}
