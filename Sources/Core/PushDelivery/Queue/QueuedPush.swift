public import PushPayload

/// A push in a queue, and what has happened to it so far.
public struct QueuedPush: Hashable, Sendable {
    public let push: PreparedPush
    /// The same moment as the push's deadline, since the shell's origin.
    public let deadline: Duration
    /// When it was handed in, by the exchange's clock.
    public let handedInAt: WallTime
    /// Requests sent for it.
    public var attempts = 0
    /// Attempts that failed because of a token of ours.
    public var tokenRefusals = 0
    /// The connection and stream that its answer is expected on.
    public var expectedOn: PushRoute?
    /// Whether an attempt ended without an answer, so that it may have arrived.
    public var mayHaveArrived = false

    /// What its caller is told when it is given up.
    var givenUp: PushOutcome { mayHaveArrived ? .unanswered : .expired }
}
