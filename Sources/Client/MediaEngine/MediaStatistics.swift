/// What a peer connection knows of its quality. Cumulative unless said otherwise; durations in milliseconds.
public struct MediaStatistics: Hashable, Sendable, Codable {
    public var packetsSent: UInt64 = 0
    public var bytesSent: UInt64 = 0
    public var packetsReceived: UInt64 = 0
    public var bytesReceived: UInt64 = 0
    /// Packets that never came in time, as this side counts them (RFC 3550 §A.3).
    public var packetsLost: Int64 = 0
    /// 20 ms frames made up by concealment.
    public var framesConcealed: UInt64 = 0
    /// Packets that were lost and came as a copy in a later one (RFC 2198).
    public var packetsRepaired: UInt64 = 0
    /// How long what is received waits to be played; nil before anything was.
    public var bufferMilliseconds: Double?
    /// How we send now: bits a second of the encoder, milliseconds in a packet, and earlier packets that each repeats.
    /// nil where another library decides that.
    public var sending: SendingStatistics?
    /// Interarrival jitter of what we receive (RFC 3550 §6.4.1).
    public var jitterMilliseconds: Double = 0
    /// Round trip from the peer's receiver reports; nil until one came.
    public var roundTripMilliseconds: Double?
    /// The peer's own view of what we send; nil until one came.
    public var remoteJitterMilliseconds: Double?
    public var remoteFractionLost: Double?
    /// Loss since the previous report, 0…1.
    public var recentFractionLost: Double = 0
    /// Mean opinion score 1…5 by the E-model; nil until jitter and round trip are known. Where this engine plays the sound
    /// it is of what was heard lately.
    public var meanOpinionScore: Double?
    /// Root mean square of the last received and sent frame, 0…1.
    public var inboundLevel: Double = 0
    public var outboundLevel: Double = 0
    public var codec: AudioCodec?
    /// Kinds of the selected candidates: `host`, `srflx`, `prflx`, `relay`.
    public var localCandidateKind: String?
    public var remoteCandidateKind: String?

    public init() {}
}

/// How sound is sent, as the network admits.
public struct SendingStatistics: Hashable, Sendable, Codable {
    public var bitsPerSecond: Int
    public var packetMilliseconds: Int
    public var copies: Int

    public init(bitsPerSecond: Int, packetMilliseconds: Int, copies: Int) {
        self.bitsPerSecond = bitsPerSecond
        self.packetMilliseconds = packetMilliseconds
        self.copies = copies
    }
}
