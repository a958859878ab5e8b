/// Names the one deadline of the token ledger.
public enum TokenTimer: Hashable, Sendable {
    /// The next attempt is due. Harmless when late or once too often.
    case retry
}
