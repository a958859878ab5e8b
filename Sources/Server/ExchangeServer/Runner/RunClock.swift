internal import ExchangeStorage
internal import Foundation
internal import NIOCore

/// The time of one run: monotonic, from the moment the exchange was started.
struct RunClock: Sendable {
    private let origin: NIODeadline
    /// Ties the run to the calendar.
    let wall: WallClock

    init() {
        origin = .now()
        wall = WallClock(originMicroseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
    }

    /// Since the origin.
    var now: Duration { .nanoseconds((NIODeadline.now() - origin).nanoseconds) }

    func deadline(at moment: Duration) -> NIODeadline {
        let (seconds, attoseconds) = moment.components
        return origin + .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
