/// What became of a push.
public enum PushOutcome: Hashable, Sendable {
    /// The service took it. The environment is Apple's, for tokens that did not say theirs.
    case accepted(ApnsEnvironment?)
    /// The service no longer takes the token: delete it, if ``TokenRemoval/removes(registeredAt:)`` says so of what is
    /// registered now.
    case tokenGone(TokenRemoval)
    /// Its deadline passed before any attempt could have reached the device.
    case expired
    /// Its deadline passed, or the sender stopped, after an attempt that nobody answered: it may have arrived.
    case unanswered
    /// Its call ended before it was sent, so that there was nothing to tell.
    case withdrawn
    /// A rule of ours kept it from being sent.
    case suppressed(PushRule)
    /// The service refused it for a reason that sending again does not mend.
    case refused(PushAlarm)
    /// Too many were waiting.
    case overloaded
    /// The sender is stopping.
    case stopped
}
