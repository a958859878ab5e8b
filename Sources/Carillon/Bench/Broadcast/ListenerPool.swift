import ExchangeServer
import Foundation
import NIOCore
import NIOPosix

/// Many listeners on one event loop, which they share with the code that counts their messages.
final class ListenerPool {
    /// How many connections are opened at once. With more, the server's backlog would limit the run rather than its
    /// speed.
    private static let window = 256

    /// Makes one listener, which fulfills the promise when it is subscribed.
    typealias Listener =
        @Sendable (ListenerPool, _ isSampled: Bool, EventLoopPromise<Void>) -> any ChannelInboundHandler

    private let port: Int
    private let loop: any EventLoop
    private let listener: Listener
    private var channels: [any Channel] = []
    /// The number of events that all listeners together have received.
    var received = 0
    /// Called by the sampled listeners with the due time of an event.
    var sampled: ((Int64) -> Void)?
    /// Called after each read.
    var counted: (() -> Void)?

    init(of listener: @escaping Listener, port: Int, on loop: any EventLoop) {
        self.listener = listener
        self.port = port
        self.loop = loop
    }

    var count: Int { channels.count }

    /// Connects `count` listeners and returns when all of them are subscribed.
    static func connected(
        _ count: Int, of listener: @escaping Listener, port: Int, on loop: any EventLoop
    ) async throws -> NIOLoopBound<ListenerPool> {
        try await loop.flatSubmit {
            let pool = ListenerPool(of: listener, port: port, on: loop)
            let bound = NIOLoopBound(pool, eventLoop: loop)
            return pool.connect(count).map { bound }
        }.get()
    }

    func connect(_ count: Int) -> EventLoopFuture<Void> {
        var next = 0
        var open = 0
        let all = loop.makePromise(of: Void.self)
        func more() {
            while open < ListenerPool.window, next < count {
                open += 1
                connectOne(isSampled: next.isMultiple(of: 20)).hop(to: loop).assumeIsolated().whenComplete { result in
                    open -= 1
                    if case .failure(let error) = result { all.fail(error) }
                    if next == count, open == 0 { all.succeed() } else { more() }
                }
                next += 1
            }
        }
        more()
        return all.futureResult
    }

    private func connectOne(isSampled: Bool) -> EventLoopFuture<Void> {
        let ready = loop.makePromise(of: Void.self)
        let bound = NIOLoopBound(self, eventLoop: loop)
        ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    bound.value.channels.append(channel)
                    let listener = bound.value.listener(bound.value, isSampled, ready)
                    try channel.pipeline.syncOperations.addHandler(listener)
                }
            }
            .connect(host: "127.0.0.1", port: port)
            .cascadeFailure(to: ready)
        return ready.futureResult
    }

    func close() {
        for channel in channels { channel.close(promise: nil) }
        channels = []
    }
}

/// One listener of the load generator. It reads only the length of a frame, so that the generator costs little beside
/// the exchange.
final class ListenerSocket: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let pool: ListenerPool
    private let isSampled: Bool
    private var ready: EventLoopPromise<Void>?
    private var isUpgraded = false
    private var rest = PartialMessageBuffer()

    init(of pool: ListenerPool, isSampled: Bool, ready: EventLoopPromise<Void>) {
        self.pool = pool
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
        guard isUpgraded || handleUpgrade(&buffer, context) else { return rest.keep(buffer) }
        while let payload = frame(&buffer) { handle(payload, context) }
        rest.keep(buffer)
        pool.counted?()
    }

    private func handleUpgrade(_ buffer: inout ByteBuffer, _ context: ChannelHandlerContext) -> Bool {
        let text = String(buffer: buffer)
        guard let end = text.range(of: "\r\n\r\n") else { return false }
        buffer.moveReaderIndex(forwardBy: text[..<end.upperBound].utf8.count)
        isUpgraded = true
        send(#"{"event":"pusher:subscribe","data":{"channel":"\#(EventStream.channel)"}}"#, context)
        return true
    }

    /// The payload of the next complete frame, if one has arrived.
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

    private func handle(_ payload: ByteBuffer, _ context: ChannelHandlerContext) {
        if payload.readableBytes == EventStream.messageBytes {
            pool.received += 1
            if isSampled, let moment = EventStream.moment(in: payload) { pool.sampled?(moment) }
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

    /// Sends a text frame with a mask of zeros, which leaves the text unchanged.
    private func send(_ text: String, _ context: ChannelHandlerContext) {
        var buffer = ByteBuffer()
        buffer.writeMultipleIntegers(UInt8(0x81), 0x80 | UInt8(min(text.utf8.count, 125)), UInt32(0))
        buffer.writeString(text)
        context.writeAndFlush(NIOAny(buffer), promise: nil)
    }
}

/// The received part of a message that is still incomplete.
struct PartialMessageBuffer {
    private var rest = ByteBuffer()

    /// Returns the kept part followed by `next`, as one buffer.
    mutating func joined(_ next: ByteBuffer) -> ByteBuffer {
        guard rest.readableBytes > 0 else { return next }
        var (whole, next) = (rest, next)
        rest = ByteBuffer()
        whole.writeBuffer(&next)
        return whole
    }

    /// Keeps the beginning of an incomplete message for the next read.
    mutating func keep(_ beginning: ByteBuffer) {
        if beginning.readableBytes > 0 { rest = beginning.slice() }
    }
}
