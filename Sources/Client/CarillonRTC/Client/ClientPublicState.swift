import Synchronization

/// The public state of a client: its connection state and its calls. The shell writes it, and any thread reads it.
final class ClientPublicState: Sendable {
    private struct Content {
        var state = ClientState.disconnected(error: nil)
        /// The live calls, oldest first.
        var calls: [Call] = []
        /// The incoming calls that have been offered to listeners.
        var offered: [Call] = []
        var lateLogins: [Duration] = []
    }

    private let content = Mutex(Content())
    private let stateCaster = Broadcaster<ClientState>()
    private let callCaster = Broadcaster<Call>()

    var state: ClientState { content.withLock { $0.state } }
    var calls: [Call] { content.withLock { $0.calls } }
    /// Until when each unanswered login may still reach the exchange, as of the last event.
    var lateLogins: [Duration] { content.withLock { $0.lateLogins } }
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

    func note(lateLogins: [Duration]) { content.withLock { $0.lateLogins = lateLogins } }

    func change(to state: ClientState) { stateCaster.send(state) { content.withLock { $0.state = state } } }

    func close() {
        for call in calls { call.media.end() }
        stateCaster.finish()
        callCaster.finish()
    }
}

/// Delivers elements to every listener, beginning with the first element after the listener joined.
///
/// A listener with `waitingMax` undelivered elements is cut off, because a silent gap would be worse.
package final class Broadcaster<Element: Sendable>: Sendable {
    /// The most undelivered elements. A busy call produces far fewer in the time a listener reasonably takes.
    package static var waitingMax: Int { 4_096 }

    private struct State {
        var listeners: [UInt64: AsyncStream<Element>.Continuation] = [:]
        var lastListener: UInt64 = 0
        var isFinished = false
    }

    private let state = Mutex(State())
    /// Listeners whose stream has terminated. They have a lock of their own, under which no other code is called:
    /// `onTermination` runs while the runtime holds the task's lock, and yielding, which happens under the other lock,
    /// takes the task's lock.
    private let gone = Mutex<[UInt64]>([])

    package init() {}

    /// Returns a stream of all elements from now on, `greeting` first.
    ///
    /// `greeting` is evaluated under the lock, so no element is lost between it and the stream.
    package func listen(greeting: () -> [Element] = { [] }) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: .bufferingOldest(Self.waitingMax))
        let id = state.withLock { state -> UInt64? in
            forgetGone(&state)
            for element in greeting() { continuation.yield(element) }
            guard !state.isFinished else { return nil }
            state.lastListener += 1
            state.listeners[state.lastListener] = continuation
            return state.lastListener
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.gone.withLock { $0.append(id) } }
        return stream
    }

    /// Delivers an element. `change` and the delivery are one step, so a listener sees the change either in its
    /// greeting or as an element.
    package func send(_ element: Element, change: () -> Void = {}) {
        let cut = state.withLock { state in
            forgetGone(&state)
            change()
            return state.listeners.filter { _, listener in
                if case .dropped = listener.yield(element) { true } else { false }
            }
        }
        for listener in cut.values { listener.finish() }
    }

    package func finish() {
        let listeners = state.withLock { state in
            state.isFinished = true
            defer { state.listeners = [:] }
            return state.listeners
        }
        for listener in listeners.values { listener.finish() }
    }

    private func forgetGone(_ state: inout State) {
        let gone = gone.withLock { gone in
            defer { gone = [] }
            return gone
        }
        for listener in gone { state.listeners[listener] = nil }
    }
}
