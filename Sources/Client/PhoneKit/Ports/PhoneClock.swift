public import Foundation

/// Time as the phone knows it. Simulations bring their own.
nonisolated public protocol PhoneClock: Sendable {
    /// Since an origin that never moves while the process lives; goes on while the device sleeps.
    var now: Duration { get }

    /// The device's wall clock, which the person and the network may set.
    var date: Date { get }

    /// Returns at `deadline` or later, at once when it has passed.
    ///
    /// It begins where it is called: a clock that a test moves knows what waits on the main actor before it moves.
    ///
    /// - Throws: `CancellationError`.
    nonisolated(nonsending) func wait(until deadline: Duration) async throws
}
