internal import Foundation

/// The machine's calendar.
public struct SystemRingClock: RingClock {
    public init() {}

    public var now: Duration { .microseconds(Int64(Date().timeIntervalSince1970 * 1_000_000)) }

    public func sleep(until moment: Duration) async {
        try? await Task.sleep(for: max(moment - now, .milliseconds(1)))
    }
}
