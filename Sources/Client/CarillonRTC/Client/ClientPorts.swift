public import Clocks
public import MediaEngine
public import Trace

/// The dependencies of a client.
public struct ClientPorts: Sendable {
    /// Opens the sockets to the exchange; a new one for each connection.
    public var transport: any SignalingTransport
    /// Makes a peer connection for each call. One engine may serve several clients.
    public var media: any MediaEngine
    /// The clock of every deadline and retry.
    public var clock: any TimeSource
    /// Receives every event and effect, redacted.
    public var trace: (any TraceSink)?
    /// The source of STUN and TURN servers if the exchange names none; nil to use the configured or the exchange's
    /// servers.
    public var iceServers: (any IceServerSource)?
    /// The client's name in the trace.
    public var name = "client"

    /// The ports with the default transport of the platform and the system clock, unless others are given.
    public init(
        media: any MediaEngine, transport: any SignalingTransport = PlatformTransport(),
        clock: any TimeSource = SystemClock(), trace: (any TraceSink)? = nil, name: String = "client"
    ) {
        self.media = media
        self.transport = transport
        self.clock = clock
        self.trace = trace
        self.name = name
    }
}

/// Provides STUN and TURN servers to a client whose exchange names none, such as a carrier.
public protocol IceServerSource: Sendable {
    /// The servers to use from now on. The client calls this at each login, and again after half of their lifetime.
    ///
    /// - Returns: the servers; nil if none are available now.
    func iceServers() async -> GivenIceServers?
}

/// STUN and TURN servers with their lifetime.
public struct GivenIceServers: Hashable, Sendable {
    /// The servers, each with its credentials.
    public var servers: [IceServer]
    /// How long the relays accept the credentials, from now; nil if they do not expire.
    public var lifetime: Duration?

    public init(servers: [IceServer], lifetime: Duration? = nil) {
        self.servers = servers
        self.lifetime = lifetime
    }
}
