internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import Synchronization

/// WebSocket over TCP or TLS (RFC 6455), on NIO.
///
/// Certificates are always verified; `trustRoots` adds to those of the system and replaces none.
public final class WebSocketTransport: SignalingTransport {
    /// Bounds and options of every connection of one transport.
    public struct Configuration: Sendable {
        /// From the first packet to the WebSocket: name resolution, TCP, TLS and upgrade together.
        /// Source: the Telnyx SDK allows 5 s (observed); a congested cellular link needs some more (assumed).
        public var dialTimeLimit: Duration = .seconds(10)
        /// The largest message taken. FreeSWITCH drops a socket at the same figure (observed).
        public var messageBytesMax = 1_000_000
        /// The most fragments of one message.
        public var fragmentCountMax = 256
        /// What may wait to be written before the connection is given up: a dead peer must not cost memory.
        public var outboundBytesMax = 4_000_000
        /// PEM certificates trusted beside the system's own.
        public var trustRoots: [String] = []
        /// Value of the `User-Agent` header of the upgrade.
        public var userAgent = "Carillon"

        public init() {}
    }

    public let configuration: Configuration
    private let group: any EventLoopGroup
    private let tls = Mutex<NIOSSLContext?>(nil)

    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        group = MultiThreadedEventLoopGroup.singleton
    }

    public func open(_ url: SignalingURL) -> any SignalingConnection {
        let connection = WebSocketConnection(url: url, configuration: configuration, loop: group.next())
        do {
            connection.dial(tls: url.isSecure ? try tlsContext() : nil)
        } catch {
            connection.fail(.untrusted("the trust roots cannot be read"))
        }
        return connection
    }

    /// Reading the system's roots takes milliseconds, so it is done once and only when TLS is used.
    private func tlsContext() throws -> NIOSSLContext {
        try tls.withLock { context in
            if let context { return context }
            var settings = TLSConfiguration.makeClientConfiguration()
            let roots = try configuration.trustRoots.flatMap { try NIOSSLCertificate.fromPEMBytes(Array($0.utf8)) }
            settings.additionalTrustRoots = [.certificates(roots)]
            let made = try NIOSSLContext(configuration: settings)
            context = made
            return made
        }
    }
}
