package import NIOCore
package import NIOHTTP1
internal import NIOPosix
internal import NIOWebSocket

/// The owner of the WebSockets of a port whose other requests are plain HTTP.
package protocol WebSocketOwner: AnyObject, Sendable {
    /// Whether the request may become a WebSocket.
    func admits(_ head: HTTPRequestHead) -> Bool
    /// - Parameters:
    ///   - host: the `host` header of the request, with or without a port.
    ///   - query: the query of the request's address.
    func opened(_ number: Int, _ channel: any Channel, host: String?, query: String)
    func received(_ number: Int, _ bytes: [UInt8])
    func closed(_ number: Int)
    /// The number, counted from 1.
    func nextNumber() -> Int
}

extension WebSocketOwner {
    /// Admits every request.
    package func admits(_ head: HTTPRequestHead) -> Bool { true }
}

/// A port for the WebSockets of one owner; other requests are answered 404.
package struct WebSocketPort: Sendable {
    private let listener: HTTPListener

    package static func start(host: String, port: Int, for owner: any WebSocketOwner) async throws -> WebSocketPort {
        let listener = try await HTTPListener.start(
            host: host, port: port, tls: nil, on: .singleton, clock: StandinClock(), sockets: owner
        ) { _ in StandinAnswer(.text("only WebSockets of pages that may open one\n", status: 404)) }
        return WebSocketPort(listener: listener)
    }

    package var port: Int { listener.port }

    package func stop() async { await listener.stop() }
}

/// Upgrades connections to WebSockets of an owner. Source: RFC 6455.
enum WebSocketUpgrade {
    /// The largest message in bytes; a description with many candidates has about 10 KiB.
    static let messageByteCountMax = 256 << 10

    static func make(for owner: any WebSocketOwner) -> NIOWebSocketServerUpgrader {
        NIOWebSocketServerUpgrader(
            maxFrameSize: messageByteCountMax,
            shouldUpgrade: { channel, head in
                channel.eventLoop.makeSucceededFuture(owner.admits(head) ? [:] : nil)
            },
            upgradePipelineHandler: { channel, head in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(WebSocketHandler(owner, head))
                }
            })
    }
}

/// One WebSocket, which passes text messages to its owner; the owner writes to the channel.
final class WebSocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let owner: any WebSocketOwner
    private let number: Int
    private let host: String?
    private let query: String
    private var message: [UInt8] = []

    init(_ owner: any WebSocketOwner, _ head: HTTPRequestHead) {
        self.owner = owner
        number = owner.nextNumber()
        host = head.headers.first(name: "host")
        let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        query = parts.count > 1 ? String(parts[1]) : ""
    }

    func handlerAdded(context: ChannelHandlerContext) {
        owner.opened(number, context.channel, host: host, query: query)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .text, .continuation:
            let part = frame.unmaskedData
            guard message.count + part.readableBytes <= WebSocketUpgrade.messageByteCountMax else {
                return context.close(promise: nil)
            }
            message += part.readableBytesView
            guard frame.fin else { return }
            let whole = message
            message = []
            owner.received(number, whole)
        case .ping:
            let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
            context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
        case .connectionClose:
            let reply = WebSocketFrame(fin: true, opcode: .connectionClose, data: frame.unmaskedData)
            let channel = context.channel
            context.writeAndFlush(wrapOutboundOut(reply)).whenComplete { _ in channel.close(promise: nil) }
        case .pong: break
        default: context.close(promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelInactive(context: ChannelHandlerContext) {
        owner.closed(number)
        context.fireChannelInactive()
    }
}
