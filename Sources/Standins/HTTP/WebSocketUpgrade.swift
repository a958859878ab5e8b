package import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket

/// An owner of WebSockets on a port whose other requests are plain HTTP.
package protocol WebSocketOwner: AnyObject, Sendable {
    /// Decides about a request for a WebSocket: the further headers of the consent, or nil to refuse, after which the
    /// request is answered as any other. Called on an event loop, and twice for a request that is accepted.
    func accepts(_ request: StandinRequest) -> [StandinHeader]?
    /// - Parameter request: the request that was accepted.
    func opened(_ number: Int, _ channel: any Channel, _ request: StandinRequest)
    func received(_ number: Int, _ bytes: [UInt8])
    func closed(_ number: Int)
    /// The number, counted from 1.
    func nextNumber() -> Int
}

extension WebSocketOwner {
    /// Accepts every request.
    package func accepts(_ request: StandinRequest) -> [StandinHeader]? { [] }
}

/// Upgrades connections to WebSockets of the first owner who accepts the request. Source: RFC 6455.
enum WebSocketUpgrade {
    /// The largest message in bytes; a description with many candidates has about 10 KiB.
    static let messageByteCountMax = 256 << 10

    static func make(for owners: [any WebSocketOwner]) -> NIOWebSocketServerUpgrader {
        NIOWebSocketServerUpgrader(
            maxFrameSize: messageByteCountMax,
            shouldUpgrade: { channel, head in
                let headers = owner(of: StandinRequest(head, body: []), among: owners)?.headers
                return channel.eventLoop.makeSucceededFuture(
                    headers.map { HTTPHeaders($0.map { ($0.name, $0.value) }) })
            },
            upgradePipelineHandler: { channel, head in
                let request = StandinRequest(head, body: [])
                return channel.eventLoop.makeCompletedFuture {
                    guard let owner = owner(of: request, among: owners)?.owner else {
                        return channel.close(promise: nil)
                    }
                    try channel.pipeline.syncOperations.addHandler(WebSocketHandler(owner, request))
                }
            })
    }

    private static func owner(
        of request: StandinRequest, among owners: [any WebSocketOwner]
    ) -> (owner: any WebSocketOwner, headers: [StandinHeader])? {
        for owner in owners { if let headers = owner.accepts(request) { return (owner, headers) } }
        return nil
    }
}

/// One WebSocket, which passes text messages to its owner; the owner writes to the channel.
final class WebSocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let owner: any WebSocketOwner
    private let number: Int
    private let request: StandinRequest
    private var message: [UInt8] = []

    init(_ owner: any WebSocketOwner, _ request: StandinRequest) {
        self.owner = owner
        self.request = request
        number = owner.nextNumber()
    }

    func handlerAdded(context: ChannelHandlerContext) {
        owner.opened(number, context.channel, request)
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
