/// A dial that waits for its turn.
public struct DialRequest: Hashable, Sendable {
    /// The command that dials.
    public var command: RingCommandID
    /// Whose dial it is: each organization has its turn.
    public var organization: OrganizationID
    /// When the call stops ringing. It is not dialled later.
    public var deadline: Duration
    /// How long ago the device was used, in the order of its user's devices; 0 was used last, and is dialled first.
    public var recency: UInt8
    /// Whether a person calls for help: it goes before every other, and over what an account may dial.
    public var isEmergency = false

    /// Describes a dial.
    public init(_ command: RingCommandID, of organization: OrganizationID, deadline: Duration, recency: UInt8) {
        self.command = command
        self.organization = organization
        self.deadline = deadline
        self.recency = recency
    }
}
