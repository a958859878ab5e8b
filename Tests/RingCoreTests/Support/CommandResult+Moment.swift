import RingCore

extension CommandResult {
    /// Whether the same command may be said again under its name.
    var isForTheMoment: Bool {
        switch self {
        case .unavailable, .rateLimited, .conflict: true
        case .accepted, .alreadyOver, .notAnswered, .refused, .withdrawn: false
        }
    }
}
