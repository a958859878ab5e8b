import RingCore

/// What may become of a command in an outage of the carrier.
enum RingOutage: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// It was done, and nobody heard.
    case replyLost
    /// It never arrived, and nobody knows.
    case lost
    /// There were too many.
    case tooMany

    var description: String {
        switch self {
        case .replyLost: "is sent, and nobody hears what came of it"
        case .lost: "is lost, and nobody knows"
        case .tooMany: "is one too many for the moment"
        }
    }

    /// What the session hears.
    var result: CommandResult {
        switch self {
        case .replyLost, .lost: .unavailable
        case .tooMany: .rateLimited(.seconds(1))
        }
    }
}
