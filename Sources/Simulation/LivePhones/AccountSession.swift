public import Redaction

/// A person's session with the exchange's HTTP API, as `POST /api/auth/login` opens it.
public struct AccountSession: Sendable {
    /// Where the API is: scheme, host and port, such as `http://127.0.0.1:8081`.
    public let address: String
    /// What requests are made with.
    public let access: Redacted<String>
    /// What the next pair is had for; good once.
    public let refresh: Redacted<String>

    /// A session as it was opened.
    public init(address: String, access: Redacted<String>, refresh: Redacted<String>) {
        self.address = address
        self.access = access
        self.refresh = refresh
    }
}
