internal import Foundation
internal import Synchronization

/// The time of day as a stand-in sees it: it may run faster than real time and be pushed forward.
///
/// Rules of hours and days (tokens, expiries, rates) can so be met in a test without waiting.
public final class StandinClock: Sendable {
    /// How many seconds of the stand-in pass in one real second. At least 0.001.
    public let scale: Double
    private let origin: ContinuousClock.Instant
    private let unixOrigin: Duration
    private let skipped: Mutex<Duration>

    /// - Parameters:
    ///   - scale: stand-in seconds for one real second.
    ///   - start: what the clock says now, since 1970 in UTC; nil: the machine's own time.
    public init(scale: Double = 1, start: Duration? = nil) {
        self.scale = max(scale, 0.001)
        origin = .now
        unixOrigin = start ?? .microseconds(Int64(Date().timeIntervalSince1970 * 1_000_000))
        skipped = Mutex(.zero)
    }

    /// Since 1970, in UTC.
    public var now: Duration {
        let real = origin.duration(to: .now)
        let passed = scale == 1 ? real : real * scale
        return unixOrigin + passed + skipped.withLock { $0 }
    }

    /// Pushes the clock forward at once.
    public func advance(by step: Duration) {
        skipped.withLock { $0 += step }
    }

    /// How long a stretch of the stand-in's time is for the machine.
    public func real(_ stretch: Duration) -> Duration {
        scale == 1 ? stretch : stretch / scale
    }
}
