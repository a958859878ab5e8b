/// Time as the client knows it. Tests bring their own.
public protocol ClientClock: Sendable {
    /// Since an origin that never moves.
    var now: Duration { get }

    /// Returns at `deadline` or later, at once when it has passed.
    ///
    /// - Throws: `CancellationError`.
    func wait(until deadline: Duration) async throws
}
