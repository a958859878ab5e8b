/// That a user was let into a channel on one socket, whether or not it listens already: the signature stays good.
public struct ListeningPermit: Hashable, Sendable {
    public let user: String
    public let channel: String

    public init(user: String, channel: String) {
        self.user = user
        self.channel = channel
    }
}
