internal import Foundation
internal import Synchronization

/// The clock of a stand-in, which may run faster than real time and be advanced.
///
/// So a test reaches limits of hours and days (tokens, expiries, rates) without waiting.
public final class StandinClock: Sendable {
    /// The stand-in seconds per real second, at least 0.001.
    public let scale: Double
    private let origin: ContinuousClock.Instant
    private let unixOrigin: Duration
    private let skipped: Mutex<Duration>

    /// - Parameters:
    ///   - scale: the stand-in seconds per real second.
    ///   - start: the initial time since 1970 in UTC; nil for the system's time.
    public init(scale: Double = 1, start: Duration? = nil) {
        self.scale = max(scale, 0.001)
        origin = .now
        unixOrigin = start ?? .microseconds(Int64(Date().timeIntervalSince1970 * 1_000_000))
        skipped = Mutex(.zero)
    }

    /// The time since 1970 in UTC.
    public var now: Duration {
        let real = origin.duration(to: .now)
        let passed = scale == 1 ? real : real * scale
        return unixOrigin + passed + skipped.withLock { $0 }
    }

    /// Advances the clock at once.
    public func advance(by step: Duration) {
        skipped.withLock { $0 += step }
    }

    /// Converts a duration of the stand-in's clock to real time.
    public func real(_ stretch: Duration) -> Duration {
        scale == 1 ? stretch : stretch / scale
    }
}

extension Duration {
    /// The whole seconds, rounded toward zero.
    package var wholeSeconds: Int64 { components.seconds }

    /// The whole milliseconds, rounded toward zero.
    package var wholeMilliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }

    /// The nanoseconds for a timer, limited to about 30 years.
    package var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let secondsMax: Int64 = 1_000_000_000
        return min(max(seconds, -secondsMax), secondsMax) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
