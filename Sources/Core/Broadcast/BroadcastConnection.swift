/// The hub's state of one open socket.
struct BroadcastConnection: Hashable, Sendable {
    /// The reaction to a client's silence.
    enum SilenceReaction: Hashable {
        case none
        case ping
        case cut
    }

    let socketID: SocketID
    var subscriptions: [Subscription] = []
    /// The channels for which its users were authorized; each permit once.
    var permits: [ChannelAuthorization] = []
    /// The user it signed in as.
    var user: String?
    private var heardAt: Duration
    /// When it was last sent a ping, if no frame came since.
    private var pingedAt: Duration?
    private var window: Duration
    private var eventsInWindow = 0

    init(_ socketID: SocketID, at now: Duration) {
        self.socketID = socketID
        heardAt = now
        window = now
    }

    /// Notes that a frame came.
    mutating func frameReceived(at now: Duration) {
        heardAt = now
        pingedAt = nil
    }

    /// Decides on the reaction to the client's silence, and notes a ping as sent.
    mutating func look(at now: Duration, within limits: BroadcastLimits) -> SilenceReaction {
        if let pingedAt { return now - pingedAt >= limits.pongWait ? .cut : .none }
        guard now - heardAt >= limits.silenceMax else { return .none }
        pingedAt = now
        return .ping
    }

    /// Restarts the wait for a pong, because the server itself stood still and has not read the client's frames yet.
    mutating func forgive(at now: Duration) {
        if pingedAt != nil { pingedAt = now }
    }

    /// Counts a client event. Returns whether it is within the limit.
    mutating func mayPublishClientEvent(at now: Duration, within limits: BroadcastLimits) -> Bool {
        if now - window >= .seconds(1) {
            window = now
            eventsInWindow = 0
        }
        eventsInWindow += 1
        return eventsInWindow <= limits.clientEventsPerSecondMax
    }
}

/// Identifies one open socket by its place in the hub's table. The place is reused after the socket is closed.
public struct BroadcastConnectionID: Hashable, Sendable {
    /// The place in the hub's table, from 0.
    public let place: Int32

    public init(place: Int32) {
        self.place = place
    }
}

/// The identifier by which a client knows its connection, and which the application signs.
///
/// Source: Pusher Channels protocol 7: two numbers with a dot between.
public struct SocketID: Hashable, Sendable, CustomStringConvertible {
    /// The most bytes of the text; each number has one to ten digits.
    public static let bytesMax = 21

    private let first: UInt32
    private let second: UInt32

    /// Random numbers, so that a client cannot guess the identifier of another.
    public init(_ first: UInt32, _ second: UInt32) {
        self.first = first
        self.second = second
    }

    /// Reads an identifier; nil if the text is none.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count <= Self.bytesMax else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let first = UInt32(parts[0]), let second = UInt32(parts[1])
        else { return nil }
        self.init(first, second)
    }

    public var description: String { "\(first).\(second)" }
}

/// One channel that a connection listens to.
struct Subscription: Hashable, Sendable {
    /// The channel's place in the table, which stays the same while the channel has listeners.
    var channel: Int
    /// Whether events are sent with their versions.
    var isVersioned: Bool
    /// The user that the signature names, in a presence channel.
    var user: String?
}

/// Records that a user was authorized for a channel on one socket. It counts even before the socket listens, because
/// the signature stays valid.
public struct ChannelAuthorization: Hashable, Sendable {
    /// The user that the authorization names.
    public let user: String
    /// The channel that the user may listen to.
    public let channel: String

    public init(user: String, channel: String) {
        self.user = user
        self.channel = channel
    }
}
