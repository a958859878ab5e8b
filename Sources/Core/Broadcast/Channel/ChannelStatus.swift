/// A channel, for whoever asks over HTTP.
public struct ChannelStatus: Hashable, Sendable {
    public let name: String
    /// Sockets that listen.
    public let listeners: Int
    /// Users there, of a presence channel.
    public let users: Int?
    /// The last event, of a cache channel that has one.
    public let cached: ChannelEvent?
    /// Of the newest event.
    public let version: UInt64
}
