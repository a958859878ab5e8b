internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1

/// Serves the HTTP API on connections without WebSocket, and publishing requests on such connections: each request is
/// routed by itself.
struct HTTPConnectionServer: HTTPChannelHandler {
    typealias Connection = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let responder: Responder
    private let isSecure: Bool
    private let settings: ServerSettings

    init(
        router: Router<APIContext>, publishing: PublishingRoute, isSecure: Bool, settings: ServerSettings,
        proxies: TrustedProxies, logger: Logger
    ) {
        self.isSecure = isSecure
        self.settings = settings
        let api = router.buildResponder()
        let listen = settings.current.configuration.listen.host
        responder = { request, writer, channel in
            // A request without a host does not come from a browser.
            let host = request.head.authority.map { RequestHost($0)?.isThisMachine(listeningOn: listen) ?? false }
            let context = APIContext(
                source: .init(channel: channel, logger: logger), headers: request.headers,
                namesThisMachine: host ?? true, proxies: proxies)
            let response: Response
            do {
                if let reply = try await publishing.reply(to: request) {
                    response = reply
                } else {
                    response = try await api.respond(to: request, context: context)
                }
            } catch {
                response = ProblemMiddleware.response(to: error)
            }
            try await writer.write(response: response.head, body: response.body)
        }
    }

    /// Adds the handlers that HTTP needs behind the decoder, on the connection's event loop.
    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Connection> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let idleWait = settings.limits.requestWait
            try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: isSecure))
            try pipeline.addHandler(RequestDeadline(wait: TimeAmount(idleWait)))
            try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: idleWait, logger: logger))
            return try Connection(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }

    /// Serves one connection until it ends.
    func handle(value connection: Connection, logger: Logger) async {
        await handleHTTP(asyncChannel: connection, logger: logger)
    }
}

/// Serves connections concurrently, and knows when the last of them has ended.
///
/// A task that outlives its event loop would still use it while it ends. Isolation: any thread.
package final class ConnectionTasks<Connection: Sendable>: Sendable {
    private let arrivals: AsyncStream<Connection>.Continuation
    private let work: Task<Void, Never>

    /// - Parameter serve: serves one connection, and returns once it is closed.
    package init(_ serve: @escaping @Sendable (Connection) async -> Void) {
        // The stream needs no bound: the number of connections is limited before, and each is taken at once.
        let (connections, arrivals) = AsyncStream.makeStream(of: Connection.self)
        self.arrivals = arrivals
        work = Task {
            await withDiscardingTaskGroup { group in
                for await connection in connections {
                    group.addTask { await serve(connection) }
                }
            }
        }
    }

    /// Begins to serve a connection. It must not be called after `finish`.
    package func serve(_ connection: Connection) {
        arrivals.yield(connection)
    }

    /// Returns when every connection has ended. The caller has to close them.
    package func finish() async {
        arrivals.finish()
        await work.value
    }
}

/// The context of a request.
struct APIContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Whether the request comes from this machine without a proxy and names this machine as its host: a page whose
    /// name was made to resolve to this machine names another host.
    let isLocal: Bool
    /// The client's address, regardless of the trusted proxies in between.
    let address: ClientAddress?

    init(source: ApplicationRequestContextSource) {
        self.init(source: source, headers: [:], namesThisMachine: true, proxies: TrustedProxies())
    }

    init(
        source: ApplicationRequestContextSource, headers: HTTPFields, namesThisMachine: Bool, proxies: TrustedProxies
    ) {
        coreContext = .init(source: source)
        let peer = source.channel.remoteAddress
        let isForwarded = headers.contains(.xForwardedFor) || headers.contains(.forwarded)
        let isNear = peer.map { $0.isLoopback && !proxies.contains($0) && !isForwarded } ?? false
        isLocal = isNear && namesThisMachine
        address = peer.flatMap { ClientAddress(proxies.client(of: $0, forwardedFor: headers[values: .xForwardedFor])) }
    }
}

extension SocketAddress {
    /// Whether the peer is on this machine.
    var isLoopback: Bool {
        switch self {
        case .v4: ipAddress?.hasPrefix("127.") ?? false
        case .v6: ipAddress == "::1" || ipAddress?.hasPrefix("::ffff:127.") ?? false
        case .unixDomainSocket: true
        }
    }
}
