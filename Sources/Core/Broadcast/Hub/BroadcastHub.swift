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
