public import Redaction

/// A call to be placed.
public struct DialRequest: Hashable, Sendable {
    /// As typed or stored; separators are dropped.
    public var number: Redacted<String>
    /// Whose connection places it; `nil` for that of the organisation in use.
    public var organization: OrganizationID?
    /// What to show beside the number.
    public var name: Redacted<String>?
    /// A fresh random name, drawn by the shell, for the call if it comes about.
    public var spare: CallUUID

    /// A wish to place a call.
    public init(
        _ number: Redacted<String>, organization: OrganizationID? = nil, name: Redacted<String>? = nil, spare: CallUUID
    ) {
        self.number = number
        self.organization = organization
        self.name = name
        self.spare = spare
    }
}
