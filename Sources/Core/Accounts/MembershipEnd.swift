/// The end of a user's membership, and with it of all that the user had of the organisation: credentials, sockets,
/// channels and ringing calls.
///
/// It is stored together with the end of what the database holds, and settled when all others that have to know were
/// told.
public struct MembershipEnd: Hashable, Sendable {
    public let organization: String
    public let user: String
    /// Microseconds since 1970.
    public let at: Int64

    public init(organization: String, user: String, at: Int64) {
        self.organization = organization
        self.user = user
        self.at = at
    }
}
