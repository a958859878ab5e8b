public import WireJSON

/// What the server says. Source: Pusher Channels protocol 7; `snapshot` and versions are an extension.
public enum ServerMessage: Hashable, Sendable {
    /// The first a client is told.
    case connectionEstablished(SocketID)
    case error(PusherError)
    case ping
    case pong
    /// The client listens from now on.
    case subscribed(channel: String, SubscriptionNews)
    /// An event that was published; with its version for whoever asked for versions.
    case event(channel: String, ChannelEvent, isVersioned: Bool)
    /// Another client's own event; in a presence channel with who it is.
    case whisper(channel: String, event: String, data: JSONValue?, user: String?)
    /// The cache channel has no last event.
    case cacheMiss(channel: String)
    /// What was missed is forgotten; this is what is left of it: the present state of what the channel tells of.
    case snapshot(channel: String, version: UInt64, events: [ChannelEvent], isComplete: Bool)
    /// The connection is taken for the user that this names, as it was signed.
    case signedIn(userData: String)
    case memberAdded(channel: String, PresenceMember)
    case memberRemoved(channel: String, user: String)
}
