internal import ExchangeStorage
internal import Foundation
internal import NIOCore

/// The time of one run: monotonic, since the start of the exchange.
struct RunClock: Sendable {
    private let origin: NIODeadline
    /// Converts the run's time to calendar time.
    let wall: WallClock

    /// How many times both clocks are read. The quickest reading is used, because a delayed one would stay wrong for
    /// the whole run.
    private static let readings = 5

    init() {
        let readings = (0..<Self.readings).map { _ in
            let origin = NIODeadline.now()
            let wall = Int64(Date().timeIntervalSince1970 * 1_000_000)
            return (origin: origin, wall: wall, took: NIODeadline.now() - origin)
        }
        let best = readings.min { $0.took < $1.took } ?? readings[0]
        origin = best.origin
        wall = WallClock(originMicroseconds: best.wall)
    }

    /// The time since the origin.
    var now: Duration { .nanoseconds((NIODeadline.now() - origin).nanoseconds) }

    func deadline(at moment: Duration) -> NIODeadline {
        let (seconds, attoseconds) = moment.components
        return origin + .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
