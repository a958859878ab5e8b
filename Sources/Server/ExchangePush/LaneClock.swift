internal import Foundation
internal import NIOCore
internal import PushPayload

/// The time of one lane: monotonic since its start, and the calendar beside it.
struct LaneClock: Sendable {
    private let origin = NIODeadline.now()

    /// Since the origin.
    var now: Duration { .nanoseconds((NIODeadline.now() - origin).nanoseconds) }

    /// By the machine's calendar.
    static var wall: WallTime { WallTime(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) }

    func deadline(at moment: Duration) -> NIODeadline {
        let (seconds, attoseconds) = moment.components
        return origin + .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
