import NIOCore

/// Requests sent when they are due, whatever becomes of those before (open loop), over as many connections as that takes.
/// On one event loop only.
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
    /// From when a request was due until its answer, one a request.
    private(set) var milliseconds: [Double] = []

    init(_ requests: [ByteBuffer], perSecond: Int, on loop: any EventLoop) {
        self.requests = requests
        self.perSecond = perSecond
        self.loop = loop
        done = loop.makePromise(of: Void.self)
        milliseconds.reserveCapacity(requests.count)
    }

    /// - Returns: a future of the figures; it fails when an answer is not 200, or does not come.
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
            // From when it was due, not from when it could start: what waits for a connection is counted too.
            let moment = started + .nanoseconds(Int64(begun) * 1_000_000_000 / Int64(perSecond))
            let request = requests[begun]
            begun += 1
            socket.ask(request) { [self] status in take(status, after: moment, socket) }
        }
    }

    private func take(_ status: Int, after moment: NIODeadline, _ socket: RequestSocket) {
        guard status == 200 else { return done.fail(BenchError("the exchange answered \(status)")) }
        milliseconds.append(Double((NIODeadline.now() - moment).nanoseconds) / 1e6)
        idle.append(socket)
        ended += 1
        if ended == requests.count { done.succeed() }
    }
}
