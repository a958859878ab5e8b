public import Foundation

/// The device's own clocks.
public struct SteadyClock: PhoneClock {
    private let origin = ContinuousClock.now

    /// A clock whose origin is now.
    public init() {}

    public var now: Duration { origin.duration(to: .now) }

    public var date: Date { Date() }

    public nonisolated(nonsending) func wait(until deadline: Duration) async throws {
        try await Task.sleep(until: origin.advanced(by: deadline), clock: .continuous)
    }
}
