/// What is known of a request whose client names it by an idempotency key.
public enum IdempotencyOutcome: Hashable, Sendable {
    /// It is new, and under way from now on.
    case started
    /// It is under way; whoever asks again has to wait.
    case underWay
    /// Another request came under that key.
    case different
    /// It was answered.
    case answered(status: Int64, reply: [UInt8])
}
