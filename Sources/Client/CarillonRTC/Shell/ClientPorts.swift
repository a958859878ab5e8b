public import MediaEngine
public import Trace

/// What a client needs from outside.
public struct ClientPorts: Sendable {
    public var transport: any SignalingTransport
    public var media: any MediaEngine
    public var clock: any ClientClock
    /// Gets every event and effect, redacted.
    public var trace: (any TraceSink)?
    /// Where STUN and TURN servers come from, where the server names none; nil: as configured, or as the server says.
    public var iceServers: (any IceServerSource)?
    /// The client's name in the trace.
    public var name = "client"

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
