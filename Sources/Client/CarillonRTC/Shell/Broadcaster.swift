import Synchronization

/// Hands what happens to every listener, each from its own first element on.
///
/// A listener that lets `waitingMax` elements pile up is cut off rather than left with a gap nobody tells it of.
package final class Broadcaster<Element: Sendable>: Sendable {
    /// Far above what a busy call produces in the time a listener may sensibly take.
    package static var waitingMax: Int { 4_096 }

    private struct State {
        var listeners: [UInt64: AsyncStream<Element>.Continuation] = [:]
        var lastListener: UInt64 = 0
        var isFinished = false
    }

    private let state = Mutex(State())
    /// Listeners that have gone. Of a lock of its own, under which nothing is called: a stream tells of its end while the
    /// runtime holds its task, and handing out an element, which happens under the other lock, asks for that task.
    private let gone = Mutex<[UInt64]>([])

    package init() {}

    /// A stream of everything from now on, `greeting` first.
    ///
    /// `greeting` is evaluated where no element can slip in between it and the stream.
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

    /// `change` and the hand-out are one step: a listener sees its effect either in its greeting or as an element.
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
