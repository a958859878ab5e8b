/// A user who wants to hear recorded conversations: own ones in any organisation the user is in, and all of those the
/// user manages.
public struct ConversationListener: Hashable, Sendable {
    public var user: String
    /// Organisations the user is in.
    public var joined: [String]
    /// Those of them where the user manages others.
    public var managed: [String]

    public init(user: String, joined: [String], managed: [String]) {
        self.user = user
        self.joined = joined
        self.managed = managed
    }
}
