/// What can happen to an application's broadcasting.
public enum BroadcastEvent: Hashable, Sendable {
    /// A client asked for a socket, which is open now.
    case opened(BroadcastConnectionID, SocketID)
    /// A client said something. `isSigned`: whether the signature that goes with it, if any, is the application's.
    case received(BroadcastConnectionID, ClientMessage, isSigned: Bool)
    /// A client sent what is no message.
    case unreadable(BroadcastConnectionID)
    /// A frame came that says no more than that the client is there.
    case heard(BroadcastConnectionID)
    /// The socket is gone.
    case closed(BroadcastConnectionID)
    /// The application publishes.
    case publish(Publication)
    /// A user is about to be let into a channel on a socket: told before it is looked up whether the user may.
    case permitted(SocketID, ListeningPermit)
    /// What a user was let into is the user's no longer. nil: whoever it is; whatever channels they are.
    case revoke(user: String?, channels: [String]?)
    /// The application ends every connection of a user.
    case terminate(user: String)
    /// A second has passed.
    case secondPassed
}
