import NIOCore
import NIOPosix

/// Many listeners on one event loop, which they share with whoever counts for them.
final class ListenerCrowd {
    /// Connections being made at once: the server's backlog and fairness, not its speed, would limit more.
    private static let window = 256

    /// What a listener is at its server; the last is to be kept once it listens.
    typealias Listener =
        @Sendable (ListenerCrowd, _ isSampled: Bool, EventLoopPromise<Void>) -> any ChannelInboundHandler

    private let port: Int
    private let loop: any EventLoop
    private let listener: Listener
    private var channels: [any Channel] = []
    /// Events received by all.
    var received = 0
    /// Told a moment that stood in an event, by some of the listeners.
    var sampled: ((Int64) -> Void)?
    /// Told after each reading.
    var counted: (() -> Void)?

    init(of listener: @escaping Listener, port: Int, on loop: any EventLoop) {
        self.listener = listener
        self.port = port
        self.loop = loop
    }

    var count: Int { channels.count }

    /// A crowd of which everybody listens.
    static func connected(
        _ count: Int, of listener: @escaping Listener, port: Int, on loop: any EventLoop
    ) async throws -> NIOLoopBound<ListenerCrowd> {
        try await loop.flatSubmit {
            let crowd = ListenerCrowd(of: listener, port: port, on: loop)
            let bound = NIOLoopBound(crowd, eventLoop: loop)
            return crowd.connect(count).map { bound }
        }.get()
    }

    func connect(_ count: Int) -> EventLoopFuture<Void> {
        var next = 0
        var open = 0
        let all = loop.makePromise(of: Void.self)
        func more() {
            while open < ListenerCrowd.window, next < count {
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
