public import Redaction

/// How the attendant that takes messages reaches the exchange it is for.
public struct AttendantAccess: Sendable {
    /// Of 127.0.0.1, in plain text: nobody else's way in, so no certificate is needed.
    public let port: Int
    public let login: String
    /// Made anew at every start.
    public let password: Redacted<String>
}
