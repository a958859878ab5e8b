public import Redaction

/// Credentials the page hands over, as Z360's page does. Better are those the phone gets by itself.
public struct BridgeLogin: Hashable, Sendable {
    public var user: Redacted<String>
    public var password: Redacted<String>
    public var callerName: Redacted<String>?
    public var callerNumber: Redacted<String>?

    public init(user: Redacted<String>, password: Redacted<String>) {
        self.user = user
        self.password = password
    }
}
