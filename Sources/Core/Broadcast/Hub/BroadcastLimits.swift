/// Every bound of broadcasting, each with its reason.
public struct BroadcastLimits: Hashable, Sendable {
    /// Bytes of one message of a client, and of one request. Source: Reverb's `max_message_size`, `max_request_size`.
    public static let messageBytesMax = 10_000
    /// Bytes of an event's data. Source: Pusher, “10 kB”.
    public static let dataBytesMax = 10_240
    /// Bytes of an event's name. Source: Pusher's HTTP library.
    public static let eventNameBytesMax = 200
    /// Channels one event may go to. Source: Pusher.
    public static let channelsOfEventMax = 100
    /// Events of one batch. Source: Pusher.
    public static let batchEventsMax = 10
    /// Bytes of a state's key and of an idempotency key: a UUID or two.
    public static let keyBytesMax = 128
    /// Seconds after which a silent client asks whether the line holds; half of what a dead peer may go unnoticed.
    public static let activityTimeoutSeconds = 15

    /// Sockets of one application.
    public var connectionsMax = 20_000
    /// Channels one socket may listen to: a dashboard of some hundred people.
    public var subscriptionsMax = 256
    /// Channels there may be at once, each at a few hundred bytes.
    public var channelsMax = 100_000
    /// Users in one presence channel: each newcomer is told of all, which must fit a message of some 100 kB.
    public var membersMax = 1_000
    /// Events of a socket's own within a second. Source: Pusher.
    public var clientEventsPerSecondMax = 10
    /// Whether clients may send events of their own to the channels they listen to.
    public var allowsClientEvents = true
    /// Events a channel remembers: a busy user's calls of an hour.
    public var logEventsMax = 512
    /// Bytes of them.
    public var logBytesMax = 256 * 1024
    /// How long events are remembered: a tunnel, a lift, a laptop's lid.
    public var logAgeMax = Duration.seconds(600)
    /// Bytes remembered in all channels together.
    public var memoryBytesMax = 64 * 1024 * 1024
    /// Things one channel keeps the state of: the devices in calls of an organisation of some hundred people.
    public var statesMax = 512
    /// How long a state stays without news: no call is longer.
    public var stateAgeMax = Duration.seconds(86_400)
    /// Publications that are known again when they come twice.
    public var publicationsMax = 10_000
    /// How long they are; a publisher has given up by then.
    public var publicationAgeMax = Duration.seconds(300)
    /// Silence after which a client is asked; with a look a second that is before 15 s are over.
    public var silenceMax = Duration.seconds(14)
    /// How long it may take to answer; with the above a dead peer is gone within 30 s.
    public var pongWait = Duration.seconds(14)
    /// Between two looks the server slept if this long passes: then nobody is blamed for it.
    public var lookGapMax = Duration.seconds(4)
    /// Channels looked at in one look.
    public var channelsOfLook = 2_000

    public init() {}
}
