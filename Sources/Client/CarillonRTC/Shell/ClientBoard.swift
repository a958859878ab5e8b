import Synchronization

/// What a client shows: its state and its calls. Written by the shell, read by anyone.
final class ClientBoard: Sendable {
    private struct Content {
        var state = ClientState.disconnected(error: nil)
        /// The oldest first.
        var calls: [Call] = []
        /// Those of them that came in and have been shown.
        var offered: [Call] = []
    }

    private let content = Mutex(Content())
    private let stateCaster = Broadcaster<ClientState>()
    private let callCaster = Broadcaster<Call>()

    var state: ClientState { content.withLock { $0.state } }
    var calls: [Call] { content.withLock { $0.calls } }
    var states: AsyncStream<ClientState> { stateCaster.listen { [state] } }
    var incomingCalls: AsyncStream<Call> { callCaster.listen { content.withLock { $0.offered } } }

    func call(_ id: String) -> Call? { content.withLock { $0.calls.first { $0.id == id } } }

    func add(_ call: Call) { content.withLock { $0.calls.append(call) } }

    func offer(_ id: String) {
        guard let call = call(id) else { return }
        callCaster.send(call) { content.withLock { $0.offered.append(call) } }
    }

    func remove(_ id: String) {
        content.withLock { content in
            content.calls.removeAll { $0.id == id }
            content.offered.removeAll { $0.id == id }
        }
    }

    func change(to state: ClientState) { stateCaster.send(state) { content.withLock { $0.state = state } } }

    func close() {
        for call in calls { call.media.end() }
        stateCaster.finish()
        callCaster.finish()
    }
}
