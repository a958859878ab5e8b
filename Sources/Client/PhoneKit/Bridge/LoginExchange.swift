public import PhoneCore
public import Redaction

/// The exchange's side of signing in with a login and password of its own.
public protocol LoginExchange: Sendable {
    /// `POST /api/auth/login`.
    ///
    /// - Returns: why nobody was signed in, `unreachable` or `refused`; `nil` when somebody was.
    func signIn(login: Redacted<String>, password: Redacted<String>) async -> SignInFailure?
}
