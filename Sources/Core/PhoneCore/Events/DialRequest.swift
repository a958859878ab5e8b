public import Redaction

/// A call to be placed.
public struct DialRequest: Hashable, Sendable {
    /// As typed, linked or stored: a number, the name of a user or an address. ``DialDestination`` reads it.
    public var destination: Redacted<String>
    /// Whose connection places it; `nil` for that of the organisation in use.
    public var organization: OrganizationID?
    /// What to show beside the number.
    public var name: Redacted<String>?
    /// What goes with it.
    public var settings: DialSettings
    /// A fresh random name, drawn by the shell, for the call if it comes about.
    public var spare: CallUUID

    /// A wish to place a call.
    public init(
        _ destination: Redacted<String>, organization: OrganizationID? = nil, name: Redacted<String>? = nil,
        settings: DialSettings = DialSettings(), spare: CallUUID
    ) {
        self.destination = destination
        self.organization = organization
        self.name = name
        self.settings = settings
        self.spare = spare
    }
}
