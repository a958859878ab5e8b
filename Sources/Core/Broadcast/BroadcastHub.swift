/// Decides for one application which clients are sent which messages.
///
/// The hub is pure: signatures are checked outside and passed in as facts, and each second that passes is an event.
public struct BroadcastHub: Sendable {
    /// The limits of the application. Changed ones apply to what comes next; nothing that is open is closed.
    public var limits: BroadcastLimits

    /// The calendar time at the origin of `now`, in microseconds since 1970: versions begin there.
    private let originMicroseconds: UInt64
    var connections: [BroadcastConnection?] = []
    var channels = ChannelTable()
    private var places: [SocketID: BroadcastConnectionID] = [:]
    private var publications = RecentPublications()
    private var checkedAt = Duration.zero

    /// - Parameter originMicroseconds: the calendar time at the origin of `now`, since 1970.
    public init(limits: BroadcastLimits, originMicroseconds: UInt64) {
        self.limits = limits
        self.originMicroseconds = originMicroseconds
    }

    /// Handles an event and appends the effects. `now` is the time since the shell's origin.
    public mutating func handle(
        _ event: BroadcastEvent, at now: Duration, into effects: inout [BroadcastEffect]
    ) {
        switch event {
        case .opened(let id, let socket): open(id, socket, at: now, into: &effects)
        case .received(let id, let message, let isSigned):
            frameReceived(id, at: now)
            handle(message, isSigned: isSigned, from: id, at: now, into: &effects)
        case .unreadable(let id):
            frameReceived(id, at: now)
            effects.append(.send(id, .error(.invalidMessage)))
        case .frameReceived(let id): frameReceived(id, at: now)
        case .closed(let id): close(id, at: now, into: &effects)
        case .publish(let publication): publish(publication, at: now, into: &effects)
        case .permitted(let socket, let permit): note(permit, on: socket, into: &effects)
        case .revoke(let user, let channels): revoke(user, channels, into: &effects)
        case .terminate(let user): terminate(user, into: &effects)
        case .secondPassed: look(at: now, into: &effects)
        }
    }

    func connection(_ id: BroadcastConnectionID) -> BroadcastConnection? {
        connections.indices.contains(Int(id.place)) ? connections[Int(id.place)] : nil
    }

    /// The version a channel made now begins with.
    func firstVersion(at now: Duration) -> UInt64 {
        let (seconds, attoseconds) = now.components
        return originMicroseconds + UInt64(clamping: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }

    // MARK: - Connections

    private mutating func open(
        _ id: BroadcastConnectionID, _ socket: SocketID, at now: Duration, into effects: inout [BroadcastEffect]
    ) {
        guard places.count < limits.connectionsMax else {
            effects.append(.send(id, .error(.overLimit)))
            return effects.append(.close(id, .overLimit))
        }
        let place = Int(id.place)
        while connections.count <= place { connections.append(nil) }
        connections[place] = BroadcastConnection(socket, at: now)
        places[socket] = id
        effects.append(.send(id, .connectionEstablished(socket)))
    }

    private mutating func frameReceived(_ id: BroadcastConnectionID, at now: Duration) {
        guard connections.indices.contains(Int(id.place)) else { return }
        connections[Int(id.place)]?.frameReceived(at: now)
    }

    private mutating func close(
        _ id: BroadcastConnectionID, at now: Duration, into effects: inout [BroadcastEffect]
    ) {
        guard let connection = connection(id) else { return }
        connections[Int(id.place)] = nil
        places[connection.socketID] = nil
        for subscription in connection.subscriptions { leave(subscription, id, at: now, into: &effects) }
    }

    /// Ends every connection that signed in as that user, or is that user in a presence channel.
    private mutating func terminate(_ user: String, into effects: inout [BroadcastEffect]) {
        for place in connections.indices {
            guard let connection = connections[place],
                connection.user == user || connection.subscriptions.contains(where: { $0.user == user })
            else { continue }
            let id = BroadcastConnectionID(place: Int32(place))
            effects.append(.send(id, .error(.unauthorized)))
            effects.append(.close(id, .unauthorized))
        }
    }

    private mutating func note(
        _ permit: ChannelAuthorization, on socket: SocketID, into effects: inout [BroadcastEffect]
    ) {
        guard let id = places[socket], let connection = connection(id), !connection.permits.contains(permit) else {
            return
        }
        // A permit that is not recorded could not be revoked.
        guard connection.permits.count < limits.subscriptionsMax else { return effects.append(.close(id, .overLimit)) }
        connections[Int(id.place)]?.permits.append(permit)
    }

    /// Closes every connection that holds a revoked permit. Its client reconnects, and is authorized anew for the other
    /// channels.
    private mutating func revoke(_ user: String?, _ channels: [String]?, into effects: inout [BroadcastEffect]) {
        for place in connections.indices {
            let isMeant = connections[place]?.permits.contains { permit in
                (user == nil || permit.user == user) && (channels?.contains(permit.channel) ?? true)
            }
            if isMeant == true { effects.append(.close(BroadcastConnectionID(place: Int32(place)), .revoked)) }
        }
    }

    // MARK: - Publishing

    private mutating func publish(
        _ publication: Publication, at now: Duration, into effects: inout [BroadcastEffect]
    ) {
        if let key = publication.idempotencyKey, !publications.isNew(key, at: now, within: limits) { return }
        let except = publication.except.flatMap { places[$0] }
        let version = firstVersion(at: now)
        for name in publication.channels {
            guard let index = channels.make(name, startingAfter: version, at: now, within: limits) else { continue }
            let room = limits.memoryBytesMax - channels.bytes
            channels.change(index) { [limits] channel in
                let event = channel.note(publication, at: now, room: room, within: limits)
                channel.send(event, except: except, into: &effects)
            }
        }
    }

    // MARK: - Time

    private mutating func look(at now: Duration, into effects: inout [BroadcastEffect]) {
        let hasSlept = now - checkedAt > limits.checkGapMax
        checkedAt = now
        for place in connections.indices {
            if hasSlept { connections[place]?.forgive(at: now) }
            let id = BroadcastConnectionID(place: Int32(place))
            switch connections[place]?.look(at: now, within: limits) {
            case .ping: effects.append(.send(id, .ping))
            case .cut:
                effects.append(.send(id, .error(.silent)))
                effects.append(.close(id, .silent))
            case .some(.none), nil: break
            }
        }
        channels.sweep(atMost: limits.channelsPerCheck, at: now, within: limits)
    }
}

/// Queries about connections and channels.
extension BroadcastHub {
    /// The number of open sockets.
    public var connectionCount: Int { connections.reduce(0) { $0 + ($1 == nil ? 0 : 1) } }

    /// The socket id of a connection; nil: the connection does not exist, or no longer.
    public func socketID(of id: BroadcastConnectionID) -> SocketID? { connection(id)?.socketID }

    /// The channels with listeners, ordered by name. The channels of signed-in users are left out, because the HTTP API
    /// does not show them.
    public func statuses(withPrefix prefix: String = "") -> [ChannelStatus] {
        channels.names.filter { $0.hasPrefix(prefix) && ChannelKind(channel: $0) != .user }.compactMap {
            status(of: $0)
        }.filter { $0.listeners > 0 }
    }

    /// nil: the channel never existed, or is forgotten.
    public func status(of name: String) -> ChannelStatus? {
        guard let channel = channels.index(of: name).flatMap({ channels[$0] }) else { return nil }
        return ChannelStatus(
            name: name, listeners: channel.listenerCount,
            users: channel.kind == .presence ? channel.roster.count : nil, cached: channel.cached,
            version: channel.log.version)
    }

    /// The users in a presence channel, in the order in which they came.
    public func users(of name: String) -> [String] {
        channels.index(of: name).flatMap { channels[$0] }?.roster.members.map(\.user) ?? []
    }
}

/// The state of a channel, as the HTTP API reports it.
public struct ChannelStatus: Hashable, Sendable {
    /// The name of the channel.
    public let name: String
    /// The number of sockets that listen.
    public let listeners: Int
    /// The number of users in a presence channel; nil: the channel is of another kind.
    public let users: Int?
    /// The last event, of a cache channel that has one.
    public let cached: ChannelEvent?
    /// The version of the newest event.
    public let version: UInt64
}

/// An event for the hub of an application.
public enum BroadcastEvent: Hashable, Sendable {
    /// A client asked for a socket, which is now open.
    case opened(BroadcastConnectionID, SocketID)
    /// A client sent a message. `isSigned`: whether the signature in it, if any, is the application's.
    case received(BroadcastConnectionID, ClientMessage, isSigned: Bool)
    /// A client sent bytes that are no message.
    case unreadable(BroadcastConnectionID)
    /// A frame came that only shows that the client is alive.
    case frameReceived(BroadcastConnectionID)
    /// The socket is gone.
    case closed(BroadcastConnectionID)
    /// The application publishes an event.
    case publish(Publication)
    /// A user is about to be authorized for a channel on a socket. The event comes before the user's right is looked
    /// up, so that a revocation in between is not missed.
    case permitted(SocketID, ChannelAuthorization)
    /// Permits are revoked. `user` nil: those of all users. `channels` nil: those for all channels.
    case revoke(user: String?, channels: [String]?)
    /// The application ends every connection of a user.
    case terminate(user: String)
    /// A second has passed.
    case secondPassed
}

/// An action for the shell, which carries out the effects in order.
public enum BroadcastEffect: Hashable, Sendable {
    /// Send a message to one client.
    case send(BroadcastConnectionID, ServerMessage)
    /// Send the same bytes to many clients, except one.
    case broadcast(ServerMessage, to: [BroadcastConnectionID], except: BroadcastConnectionID?)
    /// A device's channel got its first listener or lost its last one, which tells whether the device hears its
    /// messages. Other channels have no such effect.
    case listening(device: String, Bool)
    /// Close a socket with a code, after the messages before it went out.
    case close(BroadcastConnectionID, PusherError)
}

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
    /// Seconds of silence after which a client checks the connection; half of the time that a dead peer may go
    /// unnoticed.
    public static let activityTimeoutSeconds = 15

    /// Sockets of one application.
    public var connectionsMax = 20_000
    /// Channels one socket may listen to: a dashboard of some hundred people.
    public var subscriptionsMax = 256
    /// Channels there may be at once, each at a few hundred bytes.
    public var channelsMax = 100_000
    /// Users in one presence channel: each newcomer is told of all, which must fit a message of some 100 kB.
    public var membersMax = 1_000
    /// Client events of one socket within a second. Source: Pusher.
    public var clientEventsPerSecondMax = 10
    /// Whether clients may send events of their own to the channels they listen to.
    public var allowsClientEvents = true
    /// Events a channel remembers: a busy user's calls of an hour.
    public var logEventsMax = 512
    /// Bytes of the events a channel remembers.
    public var logBytesMax = 256 * 1024
    /// How long events are remembered: long enough for a tunnel, an elevator or a closed laptop.
    public var logAgeMax = Duration.seconds(600)
    /// Bytes remembered in all channels together.
    public var memoryBytesMax = 64 * 1024 * 1024
    /// Keys whose state one channel keeps: the devices in calls of an organization of some hundred people.
    public var statesMax = 512
    /// How long a state is kept without a new event: no call is longer.
    public var stateAgeMax = Duration.seconds(86_400)
    /// Idempotency keys that are remembered.
    public var publicationsMax = 10_000
    /// How long an idempotency key is remembered; a publisher has given up by then.
    public var publicationAgeMax = Duration.seconds(300)
    /// Silence after which a client is sent a ping; as the hub looks once a second, it is sent before 15 s are over.
    public var silenceMax = Duration.seconds(14)
    /// How long a client may take to answer a ping; together with `silenceMax`, a dead peer is gone within 30 s.
    public var pongWait = Duration.seconds(14)
    /// If this much time passes between two looks, the server itself stood still, and no client is closed for its
    /// silence.
    public var checkGapMax = Duration.seconds(4)
    /// Channels that are looked at each second.
    public var channelsPerCheck = 2_000

    public init() {}
}
