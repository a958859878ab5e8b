import NIOCore

/// Events nobody listens to, published as fast as they are answered, on several connections. On one event loop only.
final class PublishLoad {
    private let port: Int
    private let loop: any EventLoop
    private let total: Int
    private var begun = 0
    private var ended = 0
    private let done: EventLoopPromise<Void>
    private var sockets: [PublisherSocket] = []
    private var startedAt: [NIODeadline] = []
    /// From request to answer, one a publication.
    private(set) var milliseconds: [Double] = []

    init(port: Int, on loop: any EventLoop, total: Int) {
        self.port = port
        self.loop = loop
        self.total = total
        done = loop.makePromise(of: Void.self)
        milliseconds.reserveCapacity(total)
    }

    func run(publishers: Int) -> EventLoopFuture<Void> {
        let load = NIOLoopBound(self, eventLoop: loop)
        startedAt = Array(repeating: .now(), count: publishers)
        sockets = (0..<publishers).map { index in
            PublisherSocket(to: "nowhere") { load.value.answered(index) }
        }
        let connected = sockets.map { $0.connect(port: port, on: loop) { load.value.done.fail($0) } }
        EventLoopFuture.andAllSucceed(connected, on: loop).whenComplete { result in
            if case .failure(let error) = result { return load.value.done.fail(error) }
            for index in load.value.sockets.indices { load.value.publish(on: index) }
        }
        return done.futureResult
    }

    private func publish(on index: Int) {
        guard begun < total else { return }
        begun += 1
        startedAt[index] = .now()
        sockets[index].publish("nobody")
    }

    private func answered(_ index: Int) {
        milliseconds.append(Double((NIODeadline.now() - startedAt[index]).nanoseconds) / 1e6)
        ended += 1
        if ended == total {
            for socket in sockets { socket.close() }
            return done.succeed()
        }
        publish(on: index)
    }
}
