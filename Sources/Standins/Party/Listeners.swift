internal import Synchronization

/// A set of streams that all get the same elements.
final class Listeners<Element: Sendable>: Sendable {
    private struct State {
        var next = 0
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    }

    private let bufferedMax: Int
    private let state = Mutex(State())

    /// - Parameter bufferedMax: the most unread elements of a listener; more drops the oldest.
    init(bufferedMax: Int) {
        self.bufferedMax = bufferedMax
    }

    /// A stream of all elements from now on.
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

    func send(_ element: Element) {
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

/// Keeps the newest elements, so that a long run does not fill the memory.
public struct BoundedHistory<Element: Sendable>: Sendable {
    /// The total number of elements added.
    public private(set) var total = 0
    private var elements: [Element] = []
    private let kept: Int

    /// - Parameter kept: how many elements are kept; at least one.
    public init(kept: Int) {
        self.kept = max(kept, 1)
    }

    /// The kept elements, oldest first.
    public var all: [Element] { elements.count > kept ? Array(elements.suffix(kept)) : elements }

    mutating func append(_ element: Element) {
        total += 1
        elements.append(element)
        // Elements are removed at twice the number only, so that it costs little.
        if elements.count >= 2 * kept { elements.removeFirst(elements.count - kept) }
    }

    /// Removes all elements; the total stays.
    mutating func clear() { elements.removeAll() }
}
