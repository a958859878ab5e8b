/// Who may listen to a channel, told by its name's prefix.
///
/// Source: Pusher Channels protocol 7, “Channel types”.
public enum ChannelKind: Hashable, Sendable {
    /// Anyone.
    case `public`
    /// Who shows a signature of the application.
    case `private`
    /// As private, and everybody there is told who else is.
    case presence
    /// Connections that signed in as the one user it is named for. Servers send to it, clients do not.
    /// Source: Pusher Channels, “User authentication”; the prefix as pusher-js has it.
    case user

    public init(channel name: some StringProtocol) {
        self =
            if name.hasPrefix("private-") {
                .private
            } else if name.hasPrefix("presence-") {
                .presence
            } else if name.hasPrefix(ChannelName.serverToUser) {
                .user
            } else {
                .public
            }
    }

    /// Whether a channel hands its last event to whoever comes: `cache-`, `private-cache-`, `presence-cache-`.
    public static func isCache(channel name: some StringProtocol) -> Bool {
        name.hasPrefix("cache-") || name.hasPrefix("private-cache-") || name.hasPrefix("presence-cache-")
    }
}
