import RingCore

/// What may become of a command in an outage of the carrier.
enum RingOutage: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// It was done, and the reply was lost.
    case replyLost
    /// It never arrived, which is unknown.
    case lost
    /// There were too many.
    case tooMany

    var description: String {
        switch self {
        case .replyLost: "is sent, and its result is never heard"
        case .lost: "is lost unnoticed"
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
