/// An event that was published to a channel, as it is kept for whoever comes back.
public struct ChannelEvent: Hashable, Sendable {
    /// Counts the events of a channel; see `ChannelLog`.
    public let version: UInt64
    /// The event's name.
    public let name: String
    /// What the publisher said, as it said it: usually JSON.
    public let data: String

    public init(version: UInt64, name: String, data: String) {
        self.version = version
        self.name = name
        self.data = data
    }

    /// What it counts against the bounds: its texts, and what the records around them take.
    var bytes: Int { name.utf8.count + data.utf8.count + 96 }
}
