internal import Synchronization

/// Streams that are all told the same.
final class Listeners<Element: Sendable>: Sendable {
    private struct State {
        var next = 0
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    }

    private let bufferedMax: Int
    private let state = Mutex(State())

    /// - Parameter bufferedMax: what a slow listener may have waiting; more drops the oldest.
    init(bufferedMax: Int) {
        self.bufferedMax = bufferedMax
    }

    /// Everything from now on.
    func stream() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: .bufferingNewest(bufferedMax))
        let number = state.withLock { state in
            state.next += 1
            state.continuations[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.continuations[number] = nil }
        }
        return stream
    }

    func tell(_ element: Element) {
        let all = state.withLock { Array($0.continuations.values) }
        for continuation in all { continuation.yield(element) }
    }

    func finish() {
        let all = state.withLock { state in
            defer { state.continuations.removeAll() }
            return Array(state.continuations.values)
        }
        for continuation in all { continuation.finish() }
    }
}
