import NIOCore
import NIOWebSocket
import WireJSON

/// Puts what a client receives into its stream; answers nothing by itself, but closes when told to.
final class TestSocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let stream: FrameStream

    init(stream: FrameStream) {
        self.stream = stream
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        var payload = frame.unmaskedData
        switch frame.opcode {
        case .text:
            let bytes = Array(payload.readableBytesView)
            if let object = try? JSONParser.parse(bytes).object {
                stream.append(.message(object))
            } else {
                stream.append(.text(String(decoding: bytes, as: UTF8.self)))
            }
        case .pong: stream.append(.pong(String(decoding: payload.readableBytesView, as: UTF8.self)))
        case .connectionClose:
            stream.append(.close(code: payload.readInteger(as: UInt16.self)))
            context.close(promise: nil)
        default: break
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        stream.append(.end)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
