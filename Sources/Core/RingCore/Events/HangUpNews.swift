/// Why a carrier says a leg is over. What we told it ourselves outranks it: carriers name our own hang-ups as they like.
public enum HangUpNews: String, Hashable, Sendable, Codable, CaseIterable {
    /// Somebody hung up.
    case hungUp
    /// Neither of its own hung up: the leg it was joined to is over, or we ended it.
    case followed
    /// The device declined (603, or 486 of a phone whose person pressed the button).
    case declined
    /// The device is in another call.
    case busy
    /// The device is not there.
    case unreachable
    /// It rang out.
    case noAnswer
    /// The carrier's longest time for a call is over.
    case timeLimit
    /// Nothing is known but that it is over.
    case unknown
}
