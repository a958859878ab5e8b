public import Foundation

/// The time that a shell gives its machines: monotonic time with its timers, and the calendar beside it.
///
/// A machine gets `now` as a `Duration`; it neither waits nor reads a clock. Simulations and tests have their own time
/// sources. Isolation: any thread.
nonisolated public protocol TimeSource: Sendable {
    /// The time since an origin that is fixed for the life of the process. It also advances while the device sleeps.
    var now: Duration { get }

    /// The machine's calendar, which a person or the network may set.
    var date: Date { get }

    /// Returns at `deadline` or later; at once if it has passed.
    ///
    /// It starts on the caller's actor, so that a test's clock knows all waits of the main actor before the test moves
    /// it.
    ///
    /// - Parameter deadline: a time as ``now`` gives it.
    /// - Throws: `CancellationError` if the task is canceled.
    nonisolated(nonsending) func wait(until deadline: Duration) async throws
}

nonisolated extension TimeSource {
    /// The calendar's time since 1970, in whole microseconds, by which the exchange's store works.
    public var calendar: Duration { .microseconds(Int64((date.timeIntervalSince1970 * 1_000_000).rounded())) }

    /// Sleeps until a moment of the calendar, as far away as it is now, or until the task is canceled.
    ///
    /// - Parameter moment: a time as ``calendar`` gives it.
    public nonisolated(nonsending) func sleep(untilCalendar moment: Duration) async {
        // The monotonic time comes first: if time is advanced in between, the sleep is too short, and never too long.
        let start = now
        let left = moment - calendar
        try? await wait(until: start + left)
        // A loop whose moment has passed must not keep a thread busy.
        if left <= .zero { try? await Task.sleep(for: .milliseconds(1)) }
    }
}

/// The machine's own clocks.
public struct SystemClock: TimeSource {
    private let origin = ContinuousClock.now

    /// A clock whose origin is now.
    public init() {}

    public var now: Duration { origin.duration(to: .now) }

    public var date: Date { Date() }

    public nonisolated(nonsending) func wait(until deadline: Duration) async throws {
        try await Task.sleep(until: origin.advanced(by: deadline), clock: .continuous)
    }
}
