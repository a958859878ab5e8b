public import Redaction

/// Login and password at the exchange that the page hands over, as Z360's page does. Who is said to call is for the
/// exchange to say, whatever the page names.
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
