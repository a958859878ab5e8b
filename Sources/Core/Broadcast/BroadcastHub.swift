/// Decides everything about the broadcasting of one application: who is told what.
///
/// Pure. Signatures are checked outside and told as facts; a second that passes is an event.
public struct BroadcastHub: Sendable {
    public let limits: BroadcastLimits

    /// The calendar at the origin of `now`, in microseconds since 1970: versions begin there.
    private let originMicroseconds: UInt64
    var connections: [BroadcastConnection?] = []
    var channels = ChannelTable()
    private var places: [SocketID: BroadcastConnectionID] = [:]
    private var publications = RecentPublications()
    private var lookedAt = Duration.zero

    public init(limits: BroadcastLimits, originMicroseconds: UInt64) {
        self.limits = limits
        self.originMicroseconds = originMicroseconds
    }

    /// Takes an event and appends what is to be done. `now` is the time since the shell's origin.
    public mutating func handle(
        _ event: BroadcastEvent, at now: Duration, into effects: inout [BroadcastEffect]
    ) {
        switch event {
        case .opened(let id, let socket): open(id, socket, at: now, into: &effects)
        case .received(let id, let message, let isSigned):
            heard(id, at: now)
            take(message, isSigned: isSigned, from: id, at: now, into: &effects)
        case .unreadable(let id):
            heard(id, at: now)
            effects.append(.send(id, .error(.invalidMessage)))
        case .heard(let id): heard(id, at: now)
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

    private mutating func heard(_ id: BroadcastConnectionID, at now: Duration) {
        guard connections.indices.contains(Int(id.place)) else { return }
        connections[Int(id.place)]?.heard(at: now)
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
        _ permit: ListeningPermit, on socket: SocketID, into effects: inout [BroadcastEffect]
    ) {
        guard let id = places[socket], let connection = connection(id), !connection.permits.contains(permit) else {
            return
        }
        // A permit that is not known could not be revoked.
        guard connection.permits.count < limits.subscriptionsMax else { return effects.append(.close(id, .overLimit)) }
        connections[Int(id.place)]?.permits.append(permit)
    }

    /// Ends every connection that was let in where it no longer may be. It comes back, and is let in anew to the rest.
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
                channel.tell(event, except: except, into: &effects)
            }
        }
    }

    // MARK: - Time

    private mutating func look(at now: Duration, into effects: inout [BroadcastEffect]) {
        let hasSlept = now - lookedAt > limits.lookGapMax
        lookedAt = now
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
        channels.sweep(atMost: limits.channelsOfLook, at: now, within: limits)
    }
}

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

/// What can happen to an application's broadcasting.
public enum BroadcastEvent: Hashable, Sendable {
    /// A client asked for a socket, which is open now.
    case opened(BroadcastConnectionID, SocketID)
    /// A client said something. `isSigned`: whether the signature that goes with it, if any, is the application's.
    case received(BroadcastConnectionID, ClientMessage, isSigned: Bool)
    /// A client sent what is no message.
    case unreadable(BroadcastConnectionID)
    /// A frame came that says no more than that the client is there.
    case heard(BroadcastConnectionID)
    /// The socket is gone.
    case closed(BroadcastConnectionID)
    /// The application publishes.
    case publish(Publication)
    /// A user is about to be let into a channel on a socket: told before it is looked up whether the user may.
    case permitted(SocketID, ListeningPermit)
    /// What a user was let into is the user's no longer. nil: whoever it is; whatever channels they are.
    case revoke(user: String?, channels: [String]?)
    /// The application ends every connection of a user.
    case terminate(user: String)
    /// A second has passed.
    case secondPassed
}

/// What is to be done, in order.
public enum BroadcastEffect: Hashable, Sendable {
    /// Tell one client.
    case send(BroadcastConnectionID, ServerMessage)
    /// Tell many; the same bytes go to all but one.
    case broadcast(ServerMessage, to: [BroadcastConnectionID], except: BroadcastConnectionID?)
    /// Somebody listens to a device's channel, or nobody any more: whether the device hears what it is told. Of other
    /// channels nobody asks.
    case hears(device: String, Bool)
    /// Close a socket with a code; what was to be sent before it goes out first.
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
