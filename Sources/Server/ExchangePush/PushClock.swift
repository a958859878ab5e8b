internal import Foundation
internal import NIOCore
package import PushPayload
internal import Synchronization

/// The time a sender goes by: monotonic since its start, and the calendar beside it. Tests push both forward at once.
package final class PushClock: Sendable {
    private let origin = NIODeadline.now()
    private let skipped = Mutex(Duration.zero)

    package init() {}

    /// Since the start.
    var now: Duration { .nanoseconds((NIODeadline.now() - origin).nanoseconds) + skipped.withLock { $0 } }

    /// By the machine's calendar.
    package var wall: WallTime {
        let machine = WallTime(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        return machine.advanced(by: skipped.withLock { $0 })
    }

    /// When a timer for that moment is due.
    func deadline(at moment: Duration) -> NIODeadline {
        let (seconds, attoseconds) = (moment - skipped.withLock { $0 }).components
        return origin + .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    /// Pushes the time forward at once; timers that are already set stay as they are.
    package func advance(by step: Duration) {
        skipped.withLock { $0 += step }
    }
}
