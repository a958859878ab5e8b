import CarillonRTC
import Synchronization

/// The real transport over a network that can be cut, and that can lead nowhere.
final class CuttableTransport: SignalingTransport {
    private struct State {
        var connections: [CuttableConnection] = []
        var isGone = false
        var opened = 0
    }

    private let real = WebSocketTransport()
    private let state = Mutex(State())

    /// How often a connection was to be opened.
    var opened: Int { state.withLock { $0.opened } }

    func open(_ url: SignalingURL) -> any SignalingConnection {
        let isGone = state.withLock { state in
            state.opened += 1
            return state.isGone
        }
        let nowhere = isGone ? try? SignalingURL("ws://127.0.0.1:1/") : nil
        let connection = CuttableConnection(real.open(nowhere ?? url))
        state.withLock { $0.connections.append(connection) }
        return connection
    }

    /// Breaks what is open.
    ///
    /// - Parameter isGone: Whether what is opened from now on leads nowhere.
    func cut(isGone: Bool) {
        let open = state.withLock { state in
            state.isGone = isGone
            defer { state.connections = [] }
            return state.connections
        }
        for connection in open { connection.cut() }
    }
}

/// A connection that can be broken from outside, which neither side asked for.
private final class CuttableConnection: SignalingConnection {
    let events: AsyncStream<SignalingEvent>
    private let real: any SignalingConnection
    private let cutter: Cut

    init(_ real: any SignalingConnection) {
        self.real = real
        let (stream, continuation) = AsyncStream.makeStream(of: SignalingEvent.self)
        events = stream
        let cutter = Cut(continuation)
        self.cutter = cutter
        Task {
            for await event in real.events { cutter.pass(event) }
            continuation.finish()
        }
    }

    func send(_ text: [UInt8]) { real.send(text) }
    func close() { real.close() }

    func cut() {
        cutter.cut()
        real.close()
    }

    /// Passes events on until the connection is cut.
    private final class Cut: Sendable {
        private let isCut = Mutex(false)
        private let out: AsyncStream<SignalingEvent>.Continuation

        init(_ out: AsyncStream<SignalingEvent>.Continuation) {
            self.out = out
        }

        func pass(_ event: SignalingEvent) {
            if !isCut.withLock({ $0 }) { out.yield(event) }
        }

        func cut() {
            isCut.withLock { $0 = true }
            out.yield(.closed(.unreachable("cut")))
            out.finish()
        }
    }
}
