/// Joining caller and winner: what was asked for, and what is waited for.
public struct Joining: Hashable, Sendable, Codable {
    /// What is waited for, each until a time, so that no caller sits in silence.
    public enum Step: Hashable, Sendable, Codable {
        /// The carrier was told; nothing came back.
        case asked(until: Duration)
        /// The caller's leg must be answered first, or that of a caller who was merged.
        case awaitingParent(until: Duration)
        /// The carrier took it; the news of it is awaited.
        case confirming(until: Duration)
        /// It will be told again then.
        case pausing(until: Duration)
        /// Both legs are looked at; which were found alive.
        case looking(parent: Bool, leg: Bool, until: Duration)

        /// When the wait is over.
        var until: Duration {
            switch self {
            case .asked(let until), .awaitingParent(let until), .confirming(let until), .pausing(let until),
                .looking(_, _, let until):
                until
            }
        }
    }

    /// When the losers are hung up; nil once they were.
    var losersAt: Duration?
    /// When the winner is given up.
    let givenUpAt: Duration
    /// How often the bridge was tried.
    var attempts: UInt8 = 1
    /// What is waited for.
    var step: Step
}
