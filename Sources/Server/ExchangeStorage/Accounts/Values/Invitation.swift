public import Accounts

/// That somebody may become a member of an organisation, if the person says yes.
public struct Invitation: Hashable, Sendable {
    /// How long there is to answer: whoever comes back from a fortnight's holiday still can.
    public static let life: Int64 = 15 * 86_400_000_000
    /// The most of one organisation that wait at once: more is a mistake, or somebody who annoys people.
    public static let countMax = 1_000

    public var organization: String
    /// The invited user, or the mail address of a person who has no account yet. The inviter is not told whether there is
    /// such a user.
    public var user: String
    public var role: MemberRole
    /// Which user invites; nil: a holder of an API token. It is worth what the inviter may do when it is accepted.
    public var inviter: String?
    /// Microseconds since 1970.
    public var invitedAt: Int64
    public var expiresAt: Int64

    public init(organization: String, user: String, role: MemberRole, inviter: String?, invitedAt: Int64) {
        self.organization = organization
        self.user = user
        self.role = role
        self.inviter = inviter
        self.invitedAt = invitedAt
        expiresAt = invitedAt + Self.life
    }

    /// As invitations are addressed: of a mail address it does not count how it is written. No user is named like one.
    public static func addressee(_ name: String) -> String { name.contains("@") ? name.lowercased() : name }
}
