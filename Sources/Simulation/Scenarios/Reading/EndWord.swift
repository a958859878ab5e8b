internal import CallModel

/// How a call ended, as people say it.
enum EndWord: String, CaseIterable {
    case failed, unreachable, cancelled, busy, declined, completed
    case noAnswer = "no answer"
    case declinedElsewhere = "declined elsewhere"
    case answeredElsewhere = "answered elsewhere"

    var reason: EndReason {
        switch self {
        case .failed: .failed
        case .unreachable: .unreachable
        case .cancelled: .cancelled
        case .busy: .busy
        case .declined: .declined
        case .completed: .completed
        case .noAnswer: .noAnswer
        case .declinedElsewhere: .declinedElsewhere
        case .answeredElsewhere: .answeredElsewhere
        }
    }
}
