/// What came of a command about a call.
public enum CallCommandResult: Hashable, Sendable {
    /// Done, now or before. What becomes of it is news.
    case done
    /// The call is over, or was never here.
    case callOver
    /// The leg is over, or was never here.
    case legOver
    /// The leg has not answered.
    case notAnswered
    /// It will not be done: the caller is joined to another, or nobody takes messages.
    case refused
}
