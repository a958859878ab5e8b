public import MediaEngine
public import Trace

/// The dependencies of a client.
public struct ClientPorts: Sendable {
    /// Opens the sockets to the exchange; a new one for each connection.
    public var transport: any SignalingTransport
    /// Makes a peer connection for each call. One engine may serve several clients.
    public var media: any MediaEngine
    /// The clock of every deadline and retry.
    public var clock: any ClientClock
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
        clock: any ClientClock = SystemClock(), trace: (any TraceSink)? = nil, name: String = "client"
    ) {
        self.media = media
        self.transport = transport
        self.clock = clock
        self.trace = trace
        self.name = name
    }
}

/// The clock of a client. Tests supply their own.
public protocol ClientClock: Sendable {
    /// The time since a fixed origin.
    var now: Duration { get }

    /// Returns at `deadline` or later, and at once if it has passed.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func wait(until deadline: Duration) async throws
}

/// The system's continuous clock, which advances while the system sleeps.
public struct SystemClock: ClientClock {
    private let origin: ContinuousClock.Instant

    /// A clock whose origin is now.
    public init() { origin = ContinuousClock.now }

    public var now: Duration { origin.duration(to: .now) }

    public func wait(until deadline: Duration) async throws {
        try await Task.sleep(until: origin.advanced(by: deadline), clock: .continuous)
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
