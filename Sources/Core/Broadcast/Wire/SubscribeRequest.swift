/// A client's wish to listen to a channel.
public struct SubscribeRequest: Hashable, Sendable {
    public let channel: String
    /// `key:signature`, as the application signed it.
    public let auth: String?
    /// Who the client is in a presence channel, exactly as it was signed.
    public let channelData: String?
    /// An extension: what the client knows of the channel. It is given what came since, and versions from then on.
    /// 0: nothing.
    public let since: UInt64?

    public init(channel: String, auth: String? = nil, channelData: String? = nil, since: UInt64? = nil) {
        self.channel = channel
        self.auth = auth
        self.channelData = channelData
        self.since = since
    }

    /// What the application has to have signed; nil: nothing, the channel is everybody's.
    ///
    /// Source: Pusher Channels, “Authorizing users: auth signatures”.
    public func signedText(for socket: SocketID) -> String? {
        switch ChannelKind(channel: channel) {
        // Who may listen to a user's is decided by who signed in.
        case .public, .user: nil
        case .private: "\(socket):\(channel)"
        case .presence: "\(socket):\(channel):\(channelData ?? "")"
        }
    }
}
