/// Why a login was refused.
public enum VertoLoginRefusal: String, Hashable, Sendable, CaseIterable {
    /// Unknown user, wrong password or bad token: one word for all, so that nobody can find out who has an account.
    case wrongCredentials
    /// A token that is none, or is over, in the words of Telnyx's edge.
    case badToken
    /// The target takes no anonymous logins, whether or not there is such a one.
    case anonymousNotAllowed
    /// The session belongs to someone else.
    case sessionInUse
    /// The server cannot decide now, or has reached a limit.
    case unavailable

    func failure(in dialect: VertoDialect) -> VertoFailure {
        switch self {
        case .wrongCredentials: .authenticationFailed(in: dialect)
        case .badToken: VertoFailure(.authenticationFailed, "JWT token authentication failed")
        case .anonymousNotAllowed:
            VertoFailure(.authenticationFailed, "This exchange takes no anonymous logins for that target")
        case .sessionInUse: .sessionInUse
        case .unavailable: VertoFailure(.authenticationFailed, "Service Unavailable")
        }
    }
}
