import CarillonRTC
import Synchronization
import WireJSON

/// The real transport of a phone's channel, which a test cuts: its connections end, and none opens until it is healed.
final class CutTransport: SignalingTransport {
    fileprivate struct State {
        var isCut = false
        var connections: [CutConnection] = []
        var subscriptions: [Int64] = []
    }

    private let real = WebSocketTransport()
    private let state = SharedState()

    /// The version after which each subscription asked for messages, in order.
    var subscriptions: [Int64] { state.value.withLock { $0.subscriptions } }

    func open(_ url: SignalingURL) -> any SignalingConnection {
        state.value.withLock { state in
            let connection = CutConnection(state.isCut ? nil : real.open(url), self.state)
            state.connections.append(connection)
            return connection
        }
    }

    func cut() {
        let ended = state.value.withLock { state in
            state.isCut = true
            defer { state.connections = [] }
            return state.connections
        }
        for connection in ended { connection.end() }
    }

    func heal() { state.value.withLock { $0.isCut = false } }

    fileprivate final class SharedState: Sendable {
        let value = Mutex(State())
    }
}

private final class CutConnection: SignalingConnection {
    let events: AsyncStream<SocketEvent>
    private let continuation: AsyncStream<SocketEvent>.Continuation
    private let real: (any SignalingConnection)?
    private let state: CutTransport.SharedState

    /// - Parameter real: nil: the transport is cut.
    init(_ real: (any SignalingConnection)?, _ state: CutTransport.SharedState) {
        (events, continuation) = AsyncStream.makeStream(of: SocketEvent.self)
        self.real = real
        self.state = state
        guard let real else {
            end()
            return
        }
        Task { [continuation] in
            for await event in real.events { continuation.yield(event) }
            continuation.finish()
        }
    }

    func send(_ text: [UInt8]) {
        if let message = try? JSONParser.parse(text).object, message["event"] == "pusher:subscribe",
            let since = message["data"]?.object?["since"]?.integer
        {
            state.value.withLock { $0.subscriptions.append(since) }
        }
        real?.send(text)
    }

    func close() { real?.close() }

    /// The connection breaks.
    func end() {
        continuation.yield(.closed(.unreachable("cut by the test")))
        continuation.finish()
        real?.close()
    }
}
