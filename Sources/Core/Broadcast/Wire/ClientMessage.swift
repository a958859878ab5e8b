public import WireJSON

/// What a client says. Source: Pusher Channels protocol 7, “Client events”.
public enum ClientMessage: Hashable, Sendable {
    /// It wants to listen.
    case subscribe(SubscribeRequest)
    /// It has heard enough of a channel.
    case unsubscribe(channel: String)
    /// It says which user it serves, as the application signed it.
    case signIn(SignInRequest)
    /// It asks whether the line holds.
    case ping
    /// It says that the line holds.
    case pong
    /// It tells the others on a channel something; the name begins with `client-`.
    case whisper(channel: String, event: String, data: JSONValue?)
    /// Something that needs no answer.
    case ignored
}
