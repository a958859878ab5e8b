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

/// One TCP port for everything: a request that asks for WebSocket becomes a listener's socket or one of the gateway, any
/// other is answered by the API, or by whoever publishes for applications.
struct PortListener: Sendable {
    /// Connections the kernel keeps until they are accepted: a burst of phones that come back after an outage.
    static let backlog: Int32 = 4_096

    /// What the first request of a connection made of it.
    enum Kind: Sendable {
        case webSocket
        case http
    }

    let eventLoop: any EventLoop
    let settings: ServerSettings
    /// Whether connections begin with TLS, by the certificate there is when they do.
    var isSecure: Bool
    let gateway: NIOLoopBound<VertoGateway>
    let flushes: NIOLoopBound<FlushQueue>
    let broadcast: NIOLoopBound<BroadcastStation>
    let admission: NIOLoopBound<ConnectionAdmission>
    let http: HTTPConnectionServer
    let httpConnections: ConnectionTasks<HTTPConnectionServer.Connection>
    let logger: Logger

    /// As they are now: each connection lives by those it began with.
    private var limits: ServerLimits { settings.limits }

    /// Listens until the channel it returns is closed.
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
            let pipeline = channel.pipeline.syncOperations
            if isSecure, let tls = settings.tls {
                try pipeline.addHandler(NIOSSLServerHandler(context: tls.context))
            }
            guard verdict == .welcome else { return try refuse(channel) }
            try pipeline.addHandler(UnusedConnectionCloser())
            let kind = try pipeline.configureUpgradableHTTPServerPipeline(configuration: configuration)
            // Before it is looked at whether the request asks for WebSocket.
            let errors = try pipeline.handler(type: HTTPServerProtocolErrorHandler.self)
            try pipeline.addHandler(MalformedRequestCloser(), position: .after(errors))
            let deadline = channel.eventLoop.scheduleTask(in: TimeAmount(limits.requestWait)) {
                channel.close(promise: nil)
            }
            kind.whenComplete { result in
                deadline.cancel()
                switch result {
                case .success: break
                // Closed before it asked for anything, or no HTTP at all.
                case .failure: channel.close(promise: nil)
                }
            }
        }
    }

    private func refuse(_ channel: any Channel) throws {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false)
        try pipeline.addHandler(CrowdRefuser())
        let deadline = channel.eventLoop.scheduleTask(in: CrowdRefuser.requestWait) { channel.close(promise: nil) }
        channel.closeFuture.whenComplete { _ in deadline.cancel() }
    }

    private var configuration: NIOUpgradableHTTPServerPipelineConfiguration<Kind> {
        var configuration = NIOUpgradableHTTPServerPipelineConfiguration(
            upgradeConfiguration: NIOTypedHTTPServerUpgradeConfiguration(
                upgraders: [upgrader], notUpgradingCompletionHandler: { channel in setUpHTTP(channel) }))
        // Requests of one connection are answered in turn by whoever serves it.
        configuration.enablePipelining = false
        // The types the API answers with cannot hold a bad header.
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
                // Only a proxy is told so; its client sees that it cannot be served.
                let isWelcome = headers == nil || admission.value.enter(channel, for: client(of: channel, head))
                if !isWelcome { channel.close(promise: nil) }
                return channel.eventLoop.makeSucceededFuture(isWelcome ? headers : nil)
            },
            upgradePipelineHandler: { channel, head in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    // Of no use to WebSocket, and every frame would pass through it.
                    let closer = try pipeline.context(handlerType: MalformedRequestCloser.self)
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

    /// Whom a connection serves that asks for WebSocket.
    private func client(of channel: any Channel, _ head: HTTPRequestHead) -> SocketAddress? {
        let forwarded = head.headers["X-Forwarded-For"]
        return channel.remoteAddress.map { admission.value.proxies.client(of: $0, forwardedFor: forwarded) }
    }

    private func setUpHTTP(_ channel: any Channel) -> EventLoopFuture<Kind> {
        channel.eventLoop.makeCompletedFuture {
            let sorter = FirstRequestSorter { head in serve(head, on: channel) }
            try channel.pipeline.syncOperations.addHandler(sorter)
            return .http
        }
    }

    /// Adds who serves a connection that begins with this request.
    private func serve(_ head: HTTPRequestHead, on channel: any Channel) {
        if BroadcastAddress.isRequest(head.uri), !broadcast.value.isEmpty {
            let handler = PublishingHandler(station: broadcast.value, idleWait: limits.requestWait) {
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
