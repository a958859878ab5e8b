/// What goes with the word that a client listens.
public struct SubscriptionNews: Hashable, Sendable {
    /// Who is there, in a presence channel.
    public var roster: PresenceRoster?
    /// Up to where the client knows everything, if it asked for versions.
    public var version: UInt64?
    /// How many events it was given, if it asked for what it missed; nil: what it missed is forgotten.
    public var replayed: Int?

    public init(roster: PresenceRoster? = nil, version: UInt64? = nil, replayed: Int? = nil) {
        self.roster = roster
        self.version = version
        self.replayed = replayed
    }
}
