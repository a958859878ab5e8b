internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1

/// Serves the HTTP API on connections that did not ask for WebSocket, and what is published on one where something else
/// was asked before: whom a request is for is seen request by request.
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
            // No browser asks without a host.
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

    /// Adds to a connection, on its event loop, what HTTP needs behind the decoder.
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
