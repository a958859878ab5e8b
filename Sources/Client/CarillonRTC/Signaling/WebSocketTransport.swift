internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import NIOWebSocket
internal import Synchronization

/// WebSocket over TCP or TLS (RFC 6455), on NIO.
///
/// Certificates are always verified; `trustRoots` adds to those of the system and replaces none.
public final class WebSocketTransport: SignalingTransport {
    /// Limits and options of every connection of one transport.
    public struct Configuration: Sendable {
        /// The limit for name resolution, TCP, TLS and upgrade together. Source: the Telnyx SDK allows 5 s (observed);
        /// a congested cellular link needs more (assumed).
        public var dialTimeLimit: Duration = .seconds(10)
        /// The largest message accepted, in bytes. FreeSWITCH drops a socket at the same size (observed).
        public var messageBytesMax = 1_000_000
        /// The most fragments of one message.
        public var fragmentCountMax = 256
        /// The most bytes that wait to be written. More end the connection, so that a dead peer does not cost memory.
        public var outboundBytesMax = 4_000_000
        /// PEM certificates trusted beside the system's own.
        public var trustRoots: [String] = []
        /// Value of the `User-Agent` header of the upgrade.
        public var userAgent = "Carillon"
        /// Finds an interface beside the system's choice, by its name, over which to connect when nothing answers; nil
        /// where there is none. It is called from the connection's event loop and must return at once.
        public var otherInterface: @Sendable () -> String? = { nil }

        public init() {}
    }

    /// The limits of every connection; those of an open one do not change.
    public let configuration: Configuration
    private let group: any EventLoopGroup
    private let reached = ReachedAddresses()
    private let tls = Mutex<NIOSSLContext?>(nil)

    /// Makes a transport. It opens nothing until a client connects.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        group = MultiThreadedEventLoopGroup.singleton
    }

    public func open(_ url: SignalingURL) -> any SignalingConnection {
        let connection = WebSocketConnection(
            url: url, configuration: configuration, reached: reached, loop: group.next())
        do {
            connection.dial(tls: url.isSecure ? try tlsContext() : nil)
        } catch {
            connection.fail(.untrusted("the trust roots cannot be read"))
        }
        return connection
    }

    /// The TLS context. Reading the system's roots takes milliseconds, so it is created once and only if TLS is used.
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

/// One WebSocket. It dispatches to its event loop, where `WebSocketLink` holds all state.
final class WebSocketConnection: SignalingConnection {
    let events: AsyncStream<SocketEvent>
    private let loop: any EventLoop
    private let link: WebSocketLink

    init(
        url: SignalingURL, configuration: WebSocketTransport.Configuration, reached: ReachedAddresses,
        loop: any EventLoop
    ) {
        let (stream, continuation) = AsyncStream<SocketEvent>.makeStream()
        events = stream
        self.loop = loop
        link = WebSocketLink(url: url, configuration: configuration, reached: reached, loop: loop, report: continuation)
    }

    func dial(tls: NIOSSLContext?) { loop.execute { [link] in link.dial(tls: tls) } }
    func send(_ text: [UInt8]) { loop.execute { [link] in link.send(text) } }
    func close() { loop.execute { [link] in link.close() } }
    func fail(_ closure: SignalingClosure) { loop.execute { [link] in link.end(closure) } }
}

extension SignalingClosure {
    /// The longest error text that is passed on.
    private static let detailLengthMax = 200

    /// Maps an error of NIO.
    init(_ error: any Error) {
        let detail = String(String(describing: error).prefix(Self.detailLengthMax))
        switch error {
        case let error as NIOConnectionError: self = Self.failedDial(error)
        case let error as IOError: self = .unreachable(String(cString: strerror(error.errnoCode)))
        case ChannelError.connectTimeout: self = .dialTimedOut
        case is NIOSSLError where detail.contains("WRONG_VERSION_NUMBER"):
            self = .protocolViolation("the other side does not speak TLS there; try ws:// instead of wss://")
        case is NIOSSLExtraError: self = .untrusted(detail)
        case is NIOSSLError where detail.contains("CERTIFICATE"): self = .untrusted(detail)
        case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error: self = .protocolViolation(detail)
        case is HTTPParserError: self = .protocolViolation("the answer to the upgrade is not HTTP")
        case is NIOWebSocketUpgradeError, is NIOHTTPClientUpgradeError:
            self = .protocolViolation("the answer does not upgrade the connection")
        default: self = .unreachable(detail)
        }
    }
}

extension SignalingClosure {
    /// Maps a failed dial. Every address of the name was tried; the first failure is reported.
    private static func failedDial(_ error: NIOConnectionError) -> SignalingClosure {
        if let first = error.connectionErrors.first { return SignalingClosure(first.error) }
        return .unreachable("the name \(error.host) has no address")
    }
}

extension SignalingURL {
    /// The name for SNI and verification; nil for an address, which is verified against the certificate's addresses.
    var nameForTLS: String? {
        let isAddress = host.contains(":") || (try? SocketAddress(ipAddress: host, port: 0)) != nil
        return isAddress ? nil : host
    }
}

/// Makes a connection go over another interface than the system chooses.
enum OtherInterface {
    /// The number of SO_BINDTODEVICE on Linux, where a process without rights may set it since 5.7.
    private static let option: CInt = 25
    /// The longest name (IFNAMSIZ less its end).
    private static let nameBytesMax = 15

    /// Binds the socket of a channel to the interface of that name, before it connects. Where the system does not permit
    /// it, the channel goes where the system chooses.
    ///
    /// Isolation: the channel's event loop.
    static func bind(_ channel: any Channel, to name: String) {
        guard name.utf8.count <= nameBytesMax, let provider = channel as? any SocketOptionProvider else { return }
        var bytes = SIMD16<UInt8>()
        for (index, byte) in name.utf8.enumerated() { bytes[index] = byte }
        _ = provider.unsafeSetSocketOption(level: .socket, name: .init(rawValue: option), value: bytes)
    }
}

/// The addresses at which exchanges were reached last. Over another interface a name cannot be looked up: the system asks
/// for it over the one that no longer carries anything.
final class ReachedAddresses: Sendable {
    /// The most exchanges; beyond, all are forgotten, since a client has one or two.
    private static let countMax = 8

    private let addresses = Mutex<[String: SocketAddress]>([:])

    func address(of url: SignalingURL) -> SocketAddress? { addresses.withLock { $0[Self.key(url)] } }

    func note(_ address: SocketAddress, of url: SignalingURL) {
        let key = Self.key(url)
        addresses.withLock { addresses in
            if addresses[key] == nil, addresses.count >= Self.countMax { addresses.removeAll() }
            addresses[key] = address
        }
    }

    /// An address has a port, so each port of a host has its own.
    private static func key(_ url: SignalingURL) -> String { "\(url.host) \(url.port)" }
}
