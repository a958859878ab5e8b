import CallModel
import Synchronization

/// What a client shows: its state and its calls. Written by the shell, read by anyone.
final class ClientBoard: Sendable {
    private struct Content {
        var state = ClientState.disconnected(error: nil)
        /// The oldest first.
        var calls: [Call] = []
    }

    private let content = Mutex(Content())
    private let stateCaster = Broadcaster<ClientState>()
    private let callCaster = Broadcaster<Call>()

    var state: ClientState { content.withLock { $0.state } }
    var calls: [Call] { content.withLock { $0.calls } }
    var states: AsyncStream<ClientState> { stateCaster.listen { [state] } }
    var incomingCalls: AsyncStream<Call> { callCaster.listen { calls.filter { $0.direction == .inbound } } }

    func call(_ id: String) -> Call? { content.withLock { $0.calls.first { $0.id == id } } }

    func add(_ call: Call) {
        let change = { self.content.withLock { $0.calls.append(call) } }
        if call.direction == .inbound { callCaster.send(call, change: change) } else { change() }
    }

    func remove(_ id: String) { content.withLock { $0.calls.removeAll { $0.id == id } } }

    func change(to state: ClientState) { stateCaster.send(state) { content.withLock { $0.state = state } } }

    func close() {
        for call in calls { call.media.end() }
        stateCaster.finish()
        callCaster.finish()
    }
}
