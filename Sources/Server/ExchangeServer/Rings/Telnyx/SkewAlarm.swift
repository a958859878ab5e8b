internal import Synchronization

/// Says when a clock that is wrong is to be told of: every webhook shows it, and one alarm a minute is enough.
/// Isolation: any thread.
final class SkewAlarm: Sendable {
    private static let pause = Duration.seconds(60)

    private let last = Mutex<Duration?>(nil)

    func isDue(at now: Duration) -> Bool {
        last.withLock { last in
            if let told = last, now - told < Self.pause { return false }
            last = now
            return true
        }
    }
}
