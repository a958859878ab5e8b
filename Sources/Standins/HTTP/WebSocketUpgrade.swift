internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket

/// What takes the WebSockets of a port whose other requests are plain HTTP.
protocol WebSocketOwner: AnyObject, Sendable {
    /// - Parameters:
    ///   - host: of the request, perhaps with its port.
    ///   - query: of its address.
    func opened(_ number: Int, _ channel: any Channel, host: String?, query: String)
    func received(_ number: Int, _ bytes: [UInt8])
    func closed(_ number: Int)
    /// Counted from 1.
    func nextNumber() -> Int
}

/// Turns requests for an upgrade into sockets of an owner. Source: RFC 6455.
enum WebSocketUpgrade {
    /// The largest message: a description with many candidates is some 10 KiB.
    static let messageByteCountMax = 256 << 10

    static func make(for owner: any WebSocketOwner) -> NIOWebSocketServerUpgrader {
        NIOWebSocketServerUpgrader(
            maxFrameSize: messageByteCountMax,
            shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
            upgradePipelineHandler: { channel, head in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(WebSocketHandler(owner, head))
                }
            })
    }
}

/// One WebSocket: text messages in and, by the owner, out.
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
