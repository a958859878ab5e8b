/// Why a call the app reports as ended is over. A reason "the user hung up" is not among them: that is an action.
///
/// Source: developer.apple.com/documentation/callkit/cxcallendedreason.
public enum CXCallEndedReason: Int, Sendable {
    /// An error.
    case failed = 1
    /// The other side hung up.
    case remoteEnded = 2
    /// It was never answered.
    case unanswered = 3
    /// Another device of the user answered.
    case answeredElsewhere = 4
    /// Another device of the user declined.
    case declinedElsewhere = 5
}
