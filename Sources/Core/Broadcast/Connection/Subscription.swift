/// What a connection listens to.
struct Subscription: Hashable, Sendable {
    /// The channel's place in the table; it stays while anybody listens.
    var channel: Int
    /// Whether events are told with their versions.
    var isVersioned: Bool
    /// Who the signature says it is, in a presence channel.
    var user: String?
}
