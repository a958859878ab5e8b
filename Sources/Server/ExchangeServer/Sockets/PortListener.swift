internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1
internal import NIOPosix
internal import NIOSSL
internal import NIOWebSocket
internal import Retransmission
internal import Verto

/// Listens on one TCP port for everything. A WebSocket request becomes a socket of the broadcast server or of the
/// gateway; any other request goes to the API or to the publishing handler.
struct PortListener: Sendable {
    /// Connections the kernel keeps until they are accepted: enough for the phones that come back at once after an
    /// outage.
    static let backlog: Int32 = 4_096

    /// The protocol a connection's first request chose.
    enum Kind: Sendable {
        case webSocket
        case http
    }

    let eventLoop: any EventLoop
    let settings: ServerSettings
    /// Whether new connections begin with TLS, using the certificate that is current then.
    var isSecure: Bool
    let gateway: NIOLoopBound<VertoGateway>
    let flushes: NIOLoopBound<FlushQueue>
    let broadcast: NIOLoopBound<BroadcastServer>
    let admission: NIOLoopBound<ConnectionAdmission>
    let http: HTTPConnectionServer
    let httpConnections: ConnectionTasks<HTTPConnectionServer.Connection>
    let logger: Logger

    /// The current limits. Each connection keeps those it began with.
    private var limits: ServerLimits { settings.limits }

    /// Listens until the returned channel is closed.
    func listen(on address: ListenAddress) async throws(ExchangeServerError) -> any Channel {
        let bootstrap = ServerBootstrap(group: eventLoop, childGroup: eventLoop)
            .serverChannelOption(.backlog, value: Self.backlog)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in setUp(channel) }
        do {
            return try await bootstrap.bind(host: address.host, port: address.port).get()
        } catch {
            let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
            throw ExchangeServerError(
                .listen, "\(address.host):\(address.port) cannot be listened on: \(reason). Is another server there?")
        }
    }

    private func setUp(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let verdict = admission.value.enter(channel)
            guard verdict != .refused else { return channel.close(promise: nil) }
            Retransmission.hasten(on: channel)
            let pipeline = channel.pipeline.syncOperations
            if isSecure, let tls = settings.tls {
                try pipeline.addHandler(NIOSSLServerHandler(context: tls.context))
            }
            guard verdict == .admitted else { return try refuse(channel) }
            try pipeline.addHandler(IdleConnectionHandler())
            let kind = try pipeline.configureUpgradableHTTPServerPipeline(configuration: configuration)
            // The closer must see a request before the upgrade handler does.
            let errors = try pipeline.handler(type: HTTPServerProtocolErrorHandler.self)
            try pipeline.addHandler(MalformedRequestHandler(), position: .after(errors))
            let deadline = channel.eventLoop.scheduleTask(in: TimeAmount(limits.requestWait)) {
                channel.close(promise: nil)
            }
            kind.whenComplete { result in
                deadline.cancel()
                switch result {
                case .success: break
                // The connection closed before its first request, or does not speak HTTP.
                case .failure: channel.close(promise: nil)
                }
            }
        }
    }

    private func refuse(_ channel: any Channel) throws {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false)
        try pipeline.addHandler(TooManyConnectionsHandler())
        let deadline = channel.eventLoop.scheduleTask(in: TooManyConnectionsHandler.requestWait) {
            channel.close(promise: nil)
        }
        channel.closeFuture.whenComplete { _ in deadline.cancel() }
    }

    private var configuration: NIOUpgradableHTTPServerPipelineConfiguration<Kind> {
        var configuration = NIOUpgradableHTTPServerPipelineConfiguration(
            upgradeConfiguration: NIOTypedHTTPServerUpgradeConfiguration(
                upgraders: [upgrader], notUpgradingCompletionHandler: { channel in setUpHTTP(channel) }))
        // The server behind this pipeline answers the requests of one connection in turn.
        configuration.enablePipelining = false
        // The API's response types cannot hold a malformed header.
        configuration.enableResponseHeaderValidation = false
        configuration.decoderConfiguration.maxHeaderListSize = 32 * 1024
        configuration.decoderConfiguration.maxHeaderFieldCount = 100
        return configuration
    }

    private var upgrader: NIOTypedWebSocketServerUpgrader<Kind> {
        NIOTypedWebSocketServerUpgrader(
            maxFrameSize: limits.messageBytes, enableAutomaticErrorHandling: false,
            shouldUpgrade: { channel, head in
                let headers = VertoAddress.upgradeHeaders(for: head)
                // A refusal closes the proxy's connection without an answer; its client sees that it is not served.
                let isAdmitted = headers == nil || admission.value.enter(channel, for: client(of: channel, head))
                if !isAdmitted { channel.close(promise: nil) }
                return channel.eventLoop.makeSucceededFuture(isAdmitted ? headers : nil)
            },
            upgradePipelineHandler: { channel, head in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    // WebSocket does not need the closer, and every frame would pass through it.
                    let closer = try pipeline.context(handlerType: MalformedRequestHandler.self)
                    pipeline.removeHandler(context: closer, promise: nil)
                    if let key = BroadcastAddress.key(of: head.uri) {
                        try pipeline.addHandler(broadcast.value.makeSocket(key: key))
                    } else {
                        let handler = SocketHandler(
                            owner: gateway.value, flushes: flushes.value, limits: limits,
                            client: client(of: channel, head), address: head.uri)
                        try pipeline.addHandler(handler)
                    }
                    return .webSocket
                }
            })
    }

    /// The client of a WebSocket request, which may be behind a trusted proxy.
    private func client(of channel: any Channel, _ head: HTTPRequestHead) -> SocketAddress? {
        let forwarded = head.headers["X-Forwarded-For"]
        return channel.remoteAddress.map { admission.value.proxies.client(of: $0, forwardedFor: forwarded) }
    }

    private func setUpHTTP(_ channel: any Channel) -> EventLoopFuture<Kind> {
        channel.eventLoop.makeCompletedFuture {
            let sorter = FirstRequestRouter { head in serve(head, on: channel) }
            try channel.pipeline.syncOperations.addHandler(sorter)
            return .http
        }
    }

    /// Adds the handler that serves a connection whose first request is this one.
    private func serve(_ head: HTTPRequestHead, on channel: any Channel) {
        if BroadcastAddress.isRequest(head.uri), !broadcast.value.isEmpty {
            let handler = PublishingHandler(broadcast: broadcast.value, idleWait: limits.requestWait) {
                serveAPI(on: channel)
            }
            do {
                try channel.pipeline.syncOperations.addHandler(handler)
            } catch {
                channel.close(promise: nil)
            }
            return
        }
        serveAPI(on: channel)
    }

    private func serveAPI(on channel: any Channel) {
        http.setup(channel: channel, logger: logger).whenComplete { result in
            switch result {
            case .success(let connection): httpConnections.serve(connection)
            case .failure: channel.close(promise: nil)
            }
        }
    }
}

/// Tells which addresses of the port speak Verto.
enum VertoAddress {
    /// The headers of the answer to an upgrade request; nil when the address does not serve WebSocket.
    ///
    /// Like FreeSWITCH, it accepts any path except those of the API. If the client offers the subprotocol `verto`, the
    /// answer names it, because browsers insist. Source: RFC 6455 §4.2.2.
    static func upgradeHeaders(for head: HTTPRequestHead) -> HTTPHeaders? {
        let path = head.uri.prefix { $0 != "?" }
        guard head.method == .GET, !path.hasPrefix("/api/"), path != "/metrics", path != "/healthz" else { return nil }
        let offered = head.headers[canonicalForm: "sec-websocket-protocol"]
        return offered.contains("verto") ? ["Sec-WebSocket-Protocol": "verto"] : [:]
    }

    /// The dialect that an address requests with `dialect=telnyx` or `dialect=freeswitch`, for clients whose login does
    /// not show it or shows the wrong one; nil without such a parameter. Other parameters, such as `voice_sdk_id`, are
    /// ignored.
    static func dialect(in address: String) -> VertoDialect? {
        switch RequestQuery(uri: address)?["dialect"]?.lowercased() {
        case "telnyx": .telnyx
        case "freeswitch": .freeSwitch
        default: nil
        }
    }
}
