public import PhoneCore
public import Redaction

/// The exchange's side of signing in with a login and password of its own.
public protocol LoginExchange: Sendable {
    /// `POST /api/auth/login`.
    ///
    /// - Returns: why nobody was signed in, `unreachable` or `refused`; `nil` when somebody was.
    func signIn(login: Redacted<String>, password: Redacted<String>) async -> SignInFailure?
}

/// The exchange's list of numbers that the person may show when calling out.
public protocol CallerIDExchange: Sendable {
    /// `GET /api/voip/caller-ids`.
    func callerIDs() async throws(CallerIDFailure) -> [CallerIDs]
}
