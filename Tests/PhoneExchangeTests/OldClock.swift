import Clocks
import Foundation

/// A clock whose calendar is years behind.
struct OldClock: TimeSource {
    private let steady = SystemClock()

    var now: Duration { steady.now }
    var date: Date { Date(timeIntervalSince1970: 1_000_000_000) }

    nonisolated(nonsending) func wait(until deadline: Duration) async throws { try await steady.wait(until: deadline) }
}
