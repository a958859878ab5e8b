public import MediaEngine

/// Gives STUN and TURN servers to a client whose own server names none, as a carrier's does not.
public protocol IceServerSource: Sendable {
    /// Those to use from now on. Asked at each login, and again when half of their time is over.
    ///
    /// - Returns: nil when they cannot be had now.
    func iceServers() async -> GivenIceServers?
}

/// STUN and TURN servers with their time.
public struct GivenIceServers: Hashable, Sendable {
    public var servers: [IceServer]
    /// How long the relays take the credentials, from now; nil: without end.
    public var lifetime: Duration?

    public init(servers: [IceServer], lifetime: Duration? = nil) {
        self.servers = servers
        self.lifetime = lifetime
    }
}
