/// WebSocket over Foundation's `URLSession` (RFC 6455): the transport of Apple's platforms, where only the system's own
/// networking wakes the cellular radio and a VPN on demand, and follows the person's proxies and profiles.
///
/// Certificates are verified by the system, against its own roots and those a profile added.
public final class URLSessionTransport: SignalingTransport {
    /// Bounds and options of every connection of one transport.
    public struct Configuration: Sendable {
        /// From the first packet to the WebSocket: name resolution, TCP, TLS and upgrade together.
        public var dialTimeLimit: Duration = .seconds(10)
        /// The largest message taken. FreeSWITCH drops a socket at the same figure (observed).
        public var messageBytesMax = 1_000_000
        /// What may wait to be written before the connection is given up: a dead peer must not cost memory.
        public var outboundBytesMax = 4_000_000
        /// Value of the `User-Agent` header of the upgrade.
        public var userAgent = "Carillon"

        public init() {}
    }

    public let configuration: Configuration

    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    public func open(_ url: SignalingURL) -> any SignalingConnection {
        let connection = URLSessionConnection(configuration)
        connection.dial(url)
        return connection
    }
}
