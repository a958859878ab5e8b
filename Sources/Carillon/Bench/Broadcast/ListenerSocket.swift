import ExchangeServer
import Foundation
import NIOCore

/// One listener of the load generator: what it measures is the exchange, so it reads no more of a frame than its length.
final class ListenerSocket: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let crowd: ListenerCrowd
    private let isSampled: Bool
    private var ready: EventLoopPromise<Void>?
    private var isUpgraded = false
    private var rest = RestBuffer()

    init(of crowd: ListenerCrowd, isSampled: Bool, ready: EventLoopPromise<Void>) {
        self.crowd = crowd
        self.isSampled = isSampled
        self.ready = ready
    }

    func channelActive(context: ChannelHandlerContext) {
        let request =
            "GET /app/\(BroadcastBenchmark.app.key)?protocol=7 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n"
            + "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        context.writeAndFlush(NIOAny(ByteBuffer(string: request)), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        ready?.fail(BenchError("the exchange closed a listener's connection"))
        ready = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = rest.joined(unwrapInboundIn(data))
        guard isUpgraded || takeUpgrade(&buffer, context) else { return rest.keep(buffer) }
        while let payload = frame(&buffer) { take(payload, context) }
        rest.keep(buffer)
        crowd.counted?()
    }

    private func takeUpgrade(_ buffer: inout ByteBuffer, _ context: ChannelHandlerContext) -> Bool {
        let text = String(buffer: buffer)
        guard let end = text.range(of: "\r\n\r\n") else { return false }
        buffer.moveReaderIndex(forwardBy: text[..<end.upperBound].utf8.count)
        isUpgraded = true
        send(#"{"event":"pusher:subscribe","data":{"channel":"\#(EventStream.channel)"}}"#, context)
        return true
    }

    /// The next whole frame's payload.
    private func frame(_ buffer: inout ByteBuffer) -> ByteBuffer? {
        guard let short = buffer.getInteger(at: buffer.readerIndex + 1, as: UInt8.self) else { return nil }
        var (head, count) = (2, Int(short))
        if short == 126 {
            guard let long = buffer.getInteger(at: buffer.readerIndex + 2, as: UInt16.self) else { return nil }
            (head, count) = (4, Int(long))
        }
        guard buffer.readableBytes >= head + count else { return nil }
        buffer.moveReaderIndex(forwardBy: head)
        return buffer.readSlice(length: count)
    }

    private func take(_ payload: ByteBuffer, _ context: ChannelHandlerContext) {
        if payload.readableBytes == EventStream.messageBytes {
            crowd.received += 1
            if isSampled, let moment = EventStream.moment(in: payload) { crowd.sampled?(moment) }
            return
        }
        let text = String(buffer: payload)
        if text.contains("subscription_succeeded") {
            ready?.succeed()
            ready = nil
        } else if text.contains("pusher:ping") {
            send(#"{"event":"pusher:pong"}"#, context)
        }
    }

    /// A mask of zeros leaves the text as it is.
    private func send(_ text: String, _ context: ChannelHandlerContext) {
        var buffer = ByteBuffer()
        buffer.writeMultipleIntegers(UInt8(0x81), 0x80 | UInt8(min(text.utf8.count, 125)), UInt32(0))
        buffer.writeString(text)
        context.writeAndFlush(NIOAny(buffer), promise: nil)
    }
}
