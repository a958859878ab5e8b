/// What may be asked.
extension BroadcastHub {
    /// Sockets that are open.
    public var connectionCount: Int { connections.reduce(0) { $0 + ($1 == nil ? 0 : 1) } }

    /// What a client knows its connection by; nil: it is none, or no more.
    public func socketID(of id: BroadcastConnectionID) -> SocketID? { connection(id)?.socketID }

    /// Channels that are listened to, by name; those of users who signed in are no channels to who asks.
    public func statuses(withPrefix prefix: String = "") -> [ChannelStatus] {
        channels.names.filter { $0.hasPrefix(prefix) && ChannelKind(channel: $0) != .user }.compactMap {
            status(of: $0)
        }.filter { $0.listeners > 0 }
    }

    /// nil: nobody ever listened there, or it is forgotten.
    public func status(of name: String) -> ChannelStatus? {
        guard let channel = channels.index(of: name).flatMap({ channels[$0] }) else { return nil }
        return ChannelStatus(
            name: name, listeners: channel.listenerCount,
            users: channel.kind == .presence ? channel.roster.count : nil, cached: channel.cached,
            version: channel.log.version)
    }

    /// Who is in a presence channel, in the order in which they came.
    public func users(of name: String) -> [String] {
        channels.index(of: name).flatMap { channels[$0] }?.roster.members.map(\.user) ?? []
    }
}
