import NIOCore
import NIOPosix

/// Sends each HTTP request when it is due, whether or not earlier ones were answered (open loop), over up to 32
/// connections. Used on one event loop only.
final class RequestLoad {
    private static let connections = 32
    /// How long the last answers may take before the run counts as failed.
    private static let patience = TimeAmount.seconds(30)

    private let loop: any EventLoop
    private let requests: [ByteBuffer]
    private let perSecond: Int
    private let done: EventLoopPromise<Void>
    private var idle: [RequestSocket] = []
    private var all: [RequestSocket] = []
    private var begun = 0
    private var ended = 0
    private var started = NIODeadline.now()
    /// The time from each request's due time to its response.
    private(set) var milliseconds: [Double] = []

    init(_ requests: [ByteBuffer], perSecond: Int, on loop: any EventLoop) {
        self.requests = requests
        self.perSecond = perSecond
        self.loop = loop
        done = loop.makePromise(of: Void.self)
        milliseconds.reserveCapacity(requests.count)
    }

    /// - Throws: `BenchError` when a response is not 200 or does not arrive, or the connection's error.
    static func run(
        _ requests: [ByteBuffer], perSecond: Int, port: Int, on loop: any EventLoop
    ) async throws -> Percentiles {
        try await loop.flatSubmit {
            let load = RequestLoad(requests, perSecond: perSecond, on: loop)
            let bound = NIOLoopBound(load, eventLoop: loop)
            return load.run(port: port).map { Percentiles(bound.value.milliseconds) }
        }.get()
    }

    private func run(port: Int) -> EventLoopFuture<Void> {
        let load = NIOLoopBound(self, eventLoop: loop)
        let connecting = (0..<RequestLoad.connections).map { _ in RequestSocket.connect(port: port, on: loop) }
        EventLoopFuture.whenAllSucceed(connecting, on: loop).whenComplete { result in
            switch result {
            case .failure(let error): load.value.done.fail(error)
            case .success(let sockets): load.value.begin(sockets.map(\.value))
            }
        }
        return done.futureResult
    }

    private func begin(_ sockets: [RequestSocket]) {
        let load = NIOLoopBound(self, eventLoop: loop)
        (all, idle) = (sockets, sockets)
        started = .now()
        let ticks = loop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(1)) { _ in load.value.sendDue()
        }
        let limit = TimeAmount.seconds(Int64(requests.count / perSecond)) + RequestLoad.patience
        let alarm = loop.scheduleTask(in: limit) {
            load.value.done.fail(
                BenchError("\(load.value.ended) of \(load.value.requests.count) requests were answered"))
        }
        done.futureResult.whenComplete { _ in
            ticks.cancel()
            alarm.cancel()
            for socket in load.value.all { socket.close() }
        }
    }

    private func sendDue() {
        let elapsed = Int((NIODeadline.now() - started).nanoseconds)
        let due = min(requests.count, 1 + elapsed * perSecond / 1_000_000_000)
        while begun < due, let socket = idle.popLast() {
            // Measured from the due time, so that waiting for a connection counts.
            let moment = started + .nanoseconds(Int64(begun) * 1_000_000_000 / Int64(perSecond))
            let request = requests[begun]
            begun += 1
            socket.ask(request) { [self] status in handle(status, after: moment, socket) }
        }
    }

    private func handle(_ status: Int, after moment: NIODeadline, _ socket: RequestSocket) {
        guard status == 200 else { return done.fail(BenchError("the exchange answered \(status)")) }
        milliseconds.append(Double((NIODeadline.now() - moment).nanoseconds) / 1e6)
        idle.append(socket)
        ended += 1
        if ended == requests.count { done.succeed() }
    }
}

/// A connection that sends HTTP requests one at a time. It reads only the status and the length of a response, so that
/// the generator costs little beside the exchange. Used on its event loop only.
final class RequestSocket: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private static let lengthField = Array("content-length:".utf8)

    private var context: ChannelHandlerContext?
    private var answered: ((Int) -> Void)?
    private var pending = ByteBuffer()

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    /// Reports status 0 to a pending request, because the connection is gone.
    func channelInactive(context: ChannelHandlerContext) { finish(0) }

    func close() { context?.close(promise: nil) }

    /// - Parameter answered: called with the status when the whole response has arrived.
    func ask(_ request: ByteBuffer, answered: @escaping (Int) -> Void) {
        self.answered = answered
        context?.writeAndFlush(NIOAny(request), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        pending.writeBuffer(&buffer)
        guard let (status, length) = RequestSocket.answer(in: pending.readableBytesView),
            pending.readableBytes >= length
        else { return }
        pending.clear()
        finish(status)
    }

    private func finish(_ status: Int) {
        let told = answered.take()
        told?(status)
    }

    /// The status and total length of the response; nil until its head is complete.
    private static func answer(in bytes: ByteBufferView) -> (status: Int, length: Int)? {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).makeIterator()
        guard let first = lines.next(), first.count > 12, let status = number(first.dropFirst(9).prefix(3)) else {
            return nil
        }
        var body = 0
        while let line = lines.next() {
            if line.elementsEqual([UInt8(ascii: "\r")]) { return (status, line.endIndex + 1 - bytes.startIndex + body) }
            let name = line.prefix(lengthField.count).map { $0 | 0x20 }
            if name == lengthField { body = number(line.dropFirst(lengthField.count)) ?? 0 }
        }
        return nil
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> Int? {
        let digits = bytes.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return digits.isEmpty ? nil : digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    static func connect(port: Int, on loop: any EventLoop) -> EventLoopFuture<NIOLoopBound<RequestSocket>> {
        let bound = NIOLoopBound(RequestSocket(), eventLoop: loop)
        return ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(bound.value) }
            }
            .connect(host: "127.0.0.1", port: port).map { _ in bound }
    }
}
