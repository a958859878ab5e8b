import Synchronization

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
