import PhoneCore
import PhoneKit
import Redaction

/// An exchange that writes down who wants to sign in.
@MainActor
final class RecordedLogins: LoginExchange, CallerIDExchange {
    var failure: SignInFailure?
    private(set) var logins: [String] = []

    func signIn(login: Redacted<String>, password: Redacted<String>) async -> SignInFailure? {
        logins.append("\(login.revealed) \(password.revealed)")
        return failure
    }

    func callerIDs() async throws(CallerIDFailure) -> [CallerIDs] { [] }
}
