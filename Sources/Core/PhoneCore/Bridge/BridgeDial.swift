public import Redaction

/// What the page says of a call to be placed.
public struct BridgeDial: Hashable, Sendable {
    public var number: Redacted<String>
    /// Whom the call is with, for the screen.
    public var name: Redacted<String>?
    /// What the other side is shown.
    public var callerName: Redacted<String>?
    public var callerNumber: Redacted<String>?
    public var organization: OrganizationID?

    public init(_ number: Redacted<String>) {
        self.number = number
    }
}
