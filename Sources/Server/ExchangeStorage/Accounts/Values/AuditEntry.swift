internal import Accounts

/// Who did what to whose account. Names of users and devices only; no secret, number or address.
public struct AuditEntry: Hashable, Sendable {
    /// Counts the entries; 0 before it is stored.
    public var id: Int64
    /// Microseconds since 1970.
    public var at: Int64
    public var actor: String
    public var action: String
    public var subject: String
    /// How many entries of its actor are kept once it is stored, the newest; nil: all.
    public var keeping: Int? = AccountCaps.auditEntries

    /// The name of a user as an actor of the audit: the user's name, with `user:` before it where it could be read as another
    /// kind of actor, such as `token:ops` or `apple`. So two actors never share a name: each is told its own entries alone,
    /// and these are counted apart from the entries of others.
    public static func actor(ofUser name: String) -> String {
        name.contains(":") || name == apple ? "user:\(name)" : name
    }

    /// Apple, where it tells the exchange something.
    public static let apple = "apple"

    public init(id: Int64 = 0, at: Int64, actor: String, action: String, subject: String) {
        self.id = id
        self.at = at
        self.actor = actor
        self.action = action
        self.subject = subject
    }
}
