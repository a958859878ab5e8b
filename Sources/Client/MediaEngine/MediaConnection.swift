public import SDP

/// One peer connection, which takes commands and reports events.
///
/// Commands are carried out in the order given and never block. Every result is an event; a command with an id gets
/// exactly one event with that id. After `.close`, only `.stateChanged(.closed)` follows, and further commands, frames
/// and tones are ignored.
public protocol MediaConnection: AnyObject, Sendable {
    /// The events, in order, for one reader. The stream ends after `.stateChanged(.closed)`.
    var events: AsyncStream<MediaEvent> { get }

    /// Carries out a command, after all earlier ones. Returns at once; the result is an event.
    ///
    /// Isolation: any thread.
    func perform(_ command: MediaCommand)
}

/// A command for a peer connection.
public enum MediaCommand: Sendable {
    /// Identifies a command in the event that answers it. The caller chooses it, unique within a connection.
    public typealias ID = UInt64

    /// Answered by `.localDescription` or `.commandFailed`. `iceRestart` requests new credentials and candidates.
    case createOffer(id: ID, iceRestart: Bool)
    /// Applies a remote offer and answers it: `.localDescription` or `.commandFailed`.
    case acceptOffer(id: ID, sdp: String)
    /// Applies the answer to our last offer: `.accepted` or `.commandFailed`.
    /// `provisional` is early media: a final answer may still follow.
    case acceptAnswer(id: ID, sdp: String, provisional: Bool)
    /// Rolls back our last offer.
    case rollBack

    /// The value of an `a=candidate` line, with or without the `candidate:` prefix. May come before any description.
    case addRemoteCandidate(String)
    /// The peer has sent its last candidate.
    case endOfRemoteCandidates

    /// The direction we are willing to use from the next description on. If it excludes sending, sending stops at once.
    case setDirection(MediaDirection)
    /// Sends silence instead of the source. Independent of direction.
    case setMuted(Bool)
    /// Stops the sound we send, because the peer holds the call and drops it. A silent packet now and then keeps the path
    /// open if the engine can do that; otherwise silence is sent. Independent of direction and mute.
    case setPaused(Bool)
    /// RFC 4733 events, one after the other: characters of `0123456789*#ABCD`, others are refused by `.commandFailed`.
    /// `toneMilliseconds` is bounded to 40…6000.
    case sendTones(id: ID, String, toneMilliseconds: Int)

    /// Sets the servers for the next gathering, such as that of an ICE restart. Servers beyond
    /// ``MediaConfiguration/iceServersMax`` are ignored.
    case setIceServers([IceServer])
    /// The source of the sound that is sent; nil: silence.
    case setSource((any AudioSource)?)
    /// The sink of the peer's sound; nil: it is dropped.
    case setSink((any AudioSink)?)
    /// Whether received audio is played. An engine that plays by the sink may ignore it: its sink is given silence.
    case setListening(Bool)
    /// Requests `.statistics` now; they are also reported once a second while connected.
    case reportStatistics
    /// Releases everything; allowed at any time.
    case close
}

/// An event of a peer connection.
public enum MediaEvent: Sendable {
    /// The description to send to the peer, complete with candidates unless gathering trickles.
    case localDescription(id: MediaCommand.ID, sdp: String)
    /// The answer of the peer was applied.
    case accepted(id: MediaCommand.ID)
    /// The command had no effect, for this reason.
    case commandFailed(id: MediaCommand.ID, MediaError)
    /// The last of the tones was sent.
    case tonesSent(id: MediaCommand.ID)

    /// The value of an `a=candidate` line without prefix, and the media section it belongs to. Only when trickling.
    case localCandidate(String, mediaIdentification: String, mediaLineIndex: Int)
    /// All of our candidates are known; no `.localCandidate` follows until the next gathering.
    case gatheringCompleted
    /// Candidates were gathered, and none of the configured relays gave one: they refused, or did not answer.
    case relaysUnavailable

    /// The state of the connection changed.
    case stateChanged(MediaConnectionState)
    /// No packet of the peer has arrived for about a second, or packets arrive again. A restart at this point avoids
    /// the silence until the connection counts as interrupted.
    case faltering(Bool)
    /// The reason why the connection failed permanently; `.stateChanged(.failed)` follows.
    case failed(MediaError)
    /// The direction in the peer's last description, as seen by the peer.
    case remoteDirectionChanged(MediaDirection)
    /// The first audio of the peer was decoded, while our sound was not paused.
    case firstAudio
    /// A digit of the peer, once per key press.
    case toneReceived(Character, milliseconds: Int)
    /// The statistics, once a second while connected and on request.
    case statistics(MediaStatistics)
}

/// The state of a peer connection.
public enum MediaConnectionState: String, Hashable, Sendable, Codable {
    /// Nothing has been negotiated yet.
    case new
    /// ICE or DTLS is under way.
    case connecting
    /// Audio can flow: ICE connected, DTLS done, fingerprint verified.
    case connected
    /// The path to the peer was lost; an ICE restart may restore it.
    case interrupted
    /// Failed permanently, until `.close`: wrong fingerprint, DTLS failure, or an ICE failure without a restart in
    /// time.
    case failed
    /// The peer closed its side (DTLS close_notify). A description of a new peer connection restores media; otherwise
    /// the state lasts until `.close`.
    case peerClosed
    /// Closed by us. Final.
    case closed
}

/// Statistics of a peer connection. Counts are cumulative unless noted otherwise; durations are in milliseconds.
public struct MediaStatistics: Hashable, Sendable, Codable {
    /// RTP packets sent by this side.
    public var packetsSent: UInt64 = 0
    /// Payload bytes of the sent RTP packets, without headers (RFC 3550 §6.4.1).
    public var bytesSent: UInt64 = 0
    /// RTP packets received from the peer.
    public var packetsReceived: UInt64 = 0
    /// Payload bytes of the received RTP packets, without headers.
    public var bytesReceived: UInt64 = 0
    /// Packets that did not arrive in time, counted by this side (RFC 3550 §A.3).
    public var packetsLost: Int64 = 0
    /// The number of 20 ms frames generated by concealment.
    public var framesConcealed: UInt64 = 0
    /// Lost packets that arrived as a copy in a later packet (RFC 2198).
    public var packetsRepaired: UInt64 = 0
    /// How long received audio waits before playback; nil before any was received.
    public var bufferMilliseconds: Double?
    /// The longest time without a packet of the peer since the previous statistics; nil if none is expected, or if another
    /// library does not tell.
    public var longestGapMilliseconds: Double?
    /// The present send settings; nil if another library decides them.
    public var sending: SendingStatistics?
    /// The interarrival jitter of received packets (RFC 3550 §6.4.1).
    public var jitterMilliseconds: Double = 0
    /// The round trip from the peer's receiver reports; nil until one arrived.
    public var roundTripMilliseconds: Double?
    /// The jitter of our audio as reported by the peer; nil until a report arrived.
    public var remoteJitterMilliseconds: Double?
    /// The share of our packets that the peer reported lost, 0…1; nil until a report arrived.
    public var remoteFractionLost: Double?
    /// Loss since the previous report, 0…1.
    public var recentFractionLost: Double = 0
    /// Mean opinion score 1…5 by the E-model; nil until jitter and round trip are known. If the engine plays the sound
    /// itself, the score describes recently played sound.
    public var meanOpinionScore: Double?
    /// The root mean square of the last received frame, 0…1.
    public var inboundLevel: Double = 0
    /// The root mean square of the last sent frame, 0…1.
    public var outboundLevel: Double = 0
    /// The codec in use; nil until one was negotiated.
    public var codec: AudioCodec?
    /// The kind of our selected candidate: `host`, `srflx`, `prflx` or `relay`.
    public var localCandidateKind: String?
    /// The kind of the peer's selected candidate, as for ours.
    public var remoteCandidateKind: String?
    /// The URL of our relay in use, such as `turn:203.0.113.20:3478` or `turns:relay.example.com:443`; nil without one, or
    /// if another library does not tell.
    public var relay: String?

    public init() {}
}

/// The present settings of sending, which adapt to the network.
public struct SendingStatistics: Hashable, Sendable, Codable {
    /// The bit rate of the encoder.
    public var bitsPerSecond: Int
    /// The audio in one packet.
    public var packetMilliseconds: Int
    /// How many earlier packets each packet repeats (RFC 2198).
    public var copies: Int

    public init(bitsPerSecond: Int, packetMilliseconds: Int, copies: Int) {
        self.bitsPerSecond = bitsPerSecond
        self.packetMilliseconds = packetMilliseconds
        self.copies = copies
    }
}
