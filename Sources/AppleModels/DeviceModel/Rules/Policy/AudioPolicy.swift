/// Figures of the audio session.
public struct AudioPolicy: Hashable, Sendable {
    /// C30: whether the daemon loses the session, so that only a configuration assigned again before a report helps.
    public var losesSessionUntilConfigured = false
    /// C61: whether a session the app activated keeps the system from activating it.
    public var ownActivationPreventsSystems = true
    /// C63: whether a call resumed after its interruption was ended by the other side is activated again.
    public var activatesAfterRemoteEndedInterruption = false

    public init() {}
}
