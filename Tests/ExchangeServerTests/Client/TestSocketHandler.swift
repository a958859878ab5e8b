import NIOCore
import NIOWebSocket
import WireJSON

/// Puts what a client receives into its stream. By itself it closes when told to, and answers a listener's pings, as the
/// clients of Pusher's protocol do: a test that has much to do meanwhile would lose its listener on a busy machine.
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
                if object["event"] == "pusher:ping" { return answerPing(context) }
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

    private func answerPing(_ context: ChannelHandlerContext) {
        let pong = ByteBuffer(string: #"{"event":"pusher:pong","data":{}}"#)
        let frame = WebSocketFrame(fin: true, opcode: .text, maskKey: .random(), data: pong)
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        stream.append(.end)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
