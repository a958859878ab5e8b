public import Redaction

/// What the page says of a call to be placed.
public struct BridgeDial: Hashable, Sendable {
    /// A number, the name of a user or an address.
    public var destination: Redacted<String>
    /// Whom the call is with, for the screen.
    public var name: Redacted<String>?
    /// What goes with it: what the other side is shown, headers, the app's mark, codecs.
    public var settings = DialSettings()
    public var organization: OrganizationID?

    public init(_ destination: Redacted<String>) {
        self.destination = destination
    }
}
