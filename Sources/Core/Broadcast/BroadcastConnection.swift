/// What is known of one open socket.
struct BroadcastConnection: Hashable, Sendable {
    /// What its silence asks for.
    enum Patience: Hashable {
        case none
        case ping
        case cut
    }

    let socketID: SocketID
    var subscriptions: [Subscription] = []
    /// What it was let into, and as whom; each once.
    var permits: [ListeningPermit] = []
    /// Whom it signed in as.
    var user: String?
    private var heardAt: Duration
    /// When it was asked whether it is still there, if it has not been heard since.
    private var pingedAt: Duration?
    private var window: Duration
    private var eventsInWindow = 0

    init(_ socketID: SocketID, at now: Duration) {
        self.socketID = socketID
        heardAt = now
        window = now
    }

    /// It is there.
    mutating func heard(at now: Duration) {
        heardAt = now
        pingedAt = nil
    }

    /// What its silence asks for; a ping is noted as sent.
    mutating func look(at now: Duration, within limits: BroadcastLimits) -> Patience {
        if let pingedAt { return now - pingedAt >= limits.pongWait ? .cut : .none }
        guard now - heardAt >= limits.silenceMax else { return .none }
        pingedAt = now
        return .ping
    }

    /// The server itself stood still: what the client said meanwhile has not been read yet.
    mutating func forgive(at now: Duration) {
        if pingedAt != nil { pingedAt = now }
    }

    /// Whether one more event of the client's own is within the limit.
    mutating func mayWhisper(at now: Duration, within limits: BroadcastLimits) -> Bool {
        if now - window >= .seconds(1) {
            window = now
            eventsInWindow = 0
        }
        eventsInWindow += 1
        return eventsInWindow <= limits.clientEventsPerSecondMax
    }
}

/// One socket, for as long as it is open; the number of its place among all, which is used again afterwards.
public struct BroadcastConnectionID: Hashable, Sendable {
    public let place: Int32

    public init(place: Int32) {
        self.place = place
    }
}

/// What a client knows its connection by, and what is signed for it.
///
/// Source: Pusher Channels protocol 7: two numbers with a dot between.
public struct SocketID: Hashable, Sendable, CustomStringConvertible {
    /// A number has one digit to ten.
    public static let bytesMax = 21

    private let first: UInt32
    private let second: UInt32

    public init(_ first: UInt32, _ second: UInt32) {
        self.first = first
        self.second = second
    }

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

/// What a connection listens to.
struct Subscription: Hashable, Sendable {
    /// The channel's place in the table; it stays while anybody listens.
    var channel: Int
    /// Whether events are told with their versions.
    var isVersioned: Bool
    /// Who the signature says it is, in a presence channel.
    var user: String?
}

/// That a user was let into a channel on one socket, whether or not it listens already: the signature stays good.
public struct ListeningPermit: Hashable, Sendable {
    public let user: String
    public let channel: String

    public init(user: String, channel: String) {
        self.user = user
        self.channel = channel
    }
}
