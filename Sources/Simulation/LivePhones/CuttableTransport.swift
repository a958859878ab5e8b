package import CarillonRTC
import Synchronization

/// The real transport over a network that can be cut, that can lead nowhere, and that can lose sent data.
package final class CuttableTransport: SignalingTransport {
    /// The result of an attempt to connect.
    package enum Way: Sendable {
        case open
        /// It is refused at once.
        case refused
        /// Nothing ever answers.
        case silent
    }

    private struct State {
        var connections: [CuttableConnection] = []
        var way = Way.open
    }

    private let real = WebSocketTransport()
    private let state = Mutex(State())
    /// Told before each attempt that will reach the exchange.
    private let reaches: @Sendable () -> Void

    package init(_ reaches: @escaping @Sendable () -> Void = {}) {
        self.reaches = reaches
    }

    package func open(_ url: SignalingURL) -> any SignalingConnection {
        let way = state.withLock { $0.way }
        if way == .open { reaches() }
        let nowhere = way == .refused ? try? SignalingURL("ws://127.0.0.1:1/") : nil
        let connection = CuttableConnection(way == .silent ? nil : real.open(nowhere ?? url))
        state.withLock { $0.connections.append(connection) }
        return connection
    }

    /// Connections opened from now on go another way.
    package func leads(_ way: Way) { state.withLock { $0.way = way } }

    /// Breaks the open connections.
    ///
    /// - Returns: whether anything was.
    @discardableResult
    package func cut(then way: Way) -> Bool {
        let open = removeConnections(way)
        for connection in open { connection.cut() }
        return !open.isEmpty
    }

    /// Lets nothing through any more over open connections, and tells neither side.
    package func blackhole(then way: Way) {
        for connection in removeConnections(way) { connection.blackhole() }
    }

    /// Lets nothing through over open connections, which are still to be cut.
    package func freeze() {
        for connection in state.withLock({ $0.connections }) { connection.blackhole() }
    }

    private func removeConnections(_ way: Way) -> [CuttableConnection] {
        state.withLock { state in
            state.way = way
            defer { state.connections = [] }
            return state.connections
        }
    }
}

/// A connection with which something can happen that neither side asked for.
private final class CuttableConnection: SignalingConnection {
    let events: AsyncStream<SocketEvent>
    private let real: (any SignalingConnection)?
    private let out: AsyncStream<SocketEvent>.Continuation
    private let passes: Mutex<Bool>

    /// - Parameter real: nil: nothing answers.
    init(_ real: (any SignalingConnection)?) {
        self.real = real
        (events, out) = AsyncStream.makeStream(of: SocketEvent.self)
        passes = Mutex(real != nil)
        guard let real else { return }
        Task { [weak self] in
            for await event in real.events { self?.pass(event) }
            self?.finish()
        }
    }

    private var isOpen: Bool { passes.withLock { $0 } }

    private func pass(_ event: SocketEvent) {
        if isOpen { out.yield(event) }
    }

    private func finish() {
        if isOpen { out.finish() }
    }

    func send(_ text: [UInt8]) {
        if isOpen { real?.send(text) }
    }

    func close() {
        if isOpen { return real?.close() ?? () }
        end(.local)
    }

    func cut() {
        blackhole()
        end(.unreachable("cut"))
    }

    func blackhole() { passes.withLock { $0 = false } }

    private func end(_ closure: SignalingClosure) {
        out.yield(.closed(closure))
        out.finish()
        real?.close()
    }
}
