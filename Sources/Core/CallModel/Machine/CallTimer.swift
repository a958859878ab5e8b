/// A deadline of a call. The machine says when one starts and stops; the shell keeps the time and reports a limit reached.
///
/// The shell forgets a stopped timer on the same queue it runs the machine on, so a stale one never fires.
public enum CallTimer: String, CaseIterable, Hashable, Sendable, Codable {
    /// From dialling to the first sign of the peer, and again from the answer to media.
    case setUp
    /// While it rings.
    case ringing
    /// While the link is down.
    case recovery
    /// From our release to its acknowledgement.
    case release

    /// How long it may last.
    public var limit: Duration {
        switch self {
        // Telnyx's SDK gives an answered push 10 s to become a call (observed); a cold start needs some more.
        case .setUp: .seconds(15)
        // The phones' ring limit; the exchange's own is the one that counts for the session.
        case .ringing: .seconds(30)
        // The SDK's `reconnectTimeout` (observed). The sources also name 30 s; the longer one loses no call.
        case .recovery: .seconds(60)
        // The time the JavaScript SDK gives a BYE (observed).
        case .release: .seconds(5)
        }
    }

    /// What the shell reports when it is reached.
    public var event: CallEvent {
        switch self {
        case .setUp: .setUpLimitReached
        case .ringing: .ringingLimitReached
        case .recovery: .recoveryLimitReached
        case .release: .releaseLimitReached
        }
    }
}
