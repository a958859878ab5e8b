import MediaEngine
import Synchronization

/// Where the events of a connection leave, from whatever thread; nothing after the last one.
final class EventOutlet: Sendable {
    /// Events nobody reads: some 17 minutes of statistics. The oldest go first.
    static let unreadMax = 1024

    let stream: AsyncStream<MediaEvent>
    private let continuation: AsyncStream<MediaEvent>.Continuation
    private let isClosing = Mutex(false)

    init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.unreadMax))
    }

    func send(_ event: MediaEvent) {
        isClosing.withLock { isClosing in
            if !isClosing { continuation.yield(event) }
        }
    }

    /// From now on only `finish` gets through.
    func beginClosing() { isClosing.withLock { $0 = true } }

    func finish() {
        beginClosing()
        continuation.yield(.stateChanged(.closed))
        continuation.finish()
    }
}
