extension APNsSender {
    /// Whether a connection has to be opened: none accepts requests, and none is opening.
    var needsConnection: Bool {
        guard phase != .stopped, isStarted || queue.count > 0, connections.count < Self.connectionsMax else {
            return false
        }
        if case .stopping = phase, queue.count == 0 { return false }
        return !connections.contains { $0.isOpen || $0.isOpening }
    }

    mutating func open(at now: Duration, into effects: inout [APNsEffect]) {
        lastConnection += 1
        let id = APNsConnectionID(lastConnection)
        connections.append(APNsConnection(id: id, phase: .opening(until: now + Self.openWait), lastHeard: now))
        failures += 1
        noOpenBefore =
            now + jitter.wait(failures, first: Self.reopenWait.first, longest: Self.reopenWait.longest)
        metrics.connectionsOpened += 1
        effects.append(.open(id))
    }

    mutating func opened(_ id: APNsConnectionID, at now: Duration) {
        change(id) { connection in
            guard connection.isOpening else { return }
            connection.phase = .open
            connection.received(at: now)
        }
    }

    /// Sends nothing more on a connection, but waits for its answers.
    mutating func drain(_ id: APNsConnectionID, at now: Duration) {
        change(id) { connection in
            guard connection.isOpen else { return }
            connection.phase = .draining(until: now + Self.drainWait)
        }
    }

    /// Source: RFC 9113 §6.8: streams beyond the last one were not acted on, and may be sent again.
    mutating func goAway(
        _ id: APNsConnectionID, _ last: Int32, _ reason: APNsReason?, at now: Duration,
        into effects: inout [APNsEffect]
    ) {
        guard let connection = connection(id) else { return }
        metrics.goAways += 1
        if reason == .expiredProviderToken, let newest = connection.streams.values.map(\.token).max() {
            tokens.expired(newest)
        }
        drain(id, at: now)
        for stream in connection.streamsInOrder where stream > last {
            guard let sent = connection.streams[stream] else { continue }
            change(id) { $0.streams[stream] = nil }
            sendAgain(sent.ticket, .none, at: now, into: &effects)
        }
    }

    /// Handles the loss of a connection: its unanswered pushes are sent again elsewhere.
    mutating func lost(_ id: APNsConnectionID, at now: Duration, into effects: inout [APNsEffect]) {
        guard let index = connections.firstIndex(where: { $0.id == id }) else { return }
        let connection = connections.remove(at: index)
        metrics.connectionsLost += 1
        for stream in connection.streamsInOrder {
            guard let sent = connection.streams[stream] else { continue }
            queue[sent.ticket]?.mayHaveArrived = true
            sendAgain(sent.ticket, .none, at: now, into: &effects)
        }
    }

    mutating func retireDrained(into effects: inout [APNsEffect]) {
        for connection in connections {
            guard case .draining = connection.phase, connection.streams.isEmpty else { continue }
            effects.append(.close(connection.id))
        }
        connections.removeAll { connection in
            guard case .draining = connection.phase else { return false }
            return connection.streams.isEmpty
        }
    }

    mutating func watchConnections(at now: Duration, into effects: inout [APNsEffect]) {
        for connection in connections where connection.due <= now {
            if connection.isOpen, connection.pingedAt == nil {
                change(connection.id) { $0.pingedAt = now }
                effects.append(.ping(connection.id))
            } else {
                effects.append(.close(connection.id))
                lost(connection.id, at: now, into: &effects)
            }
        }
    }
}

/// A sender's state of one connection.
struct APNsConnection: Hashable, Sendable {
    enum Phase: Hashable {
        /// Leads to: `open`, or removed (closed, or not open in time).
        case opening(until: Duration)
        /// Accepts requests. Leads to: `draining` (GOAWAY, a refused token, a server error), or removed (closed, dead).
        case open
        /// Only waits for answers, until this time at most. Leads to: removed.
        case draining(until: Duration)
    }

    struct Stream: Hashable {
        var ticket: QueuedPushID
        var token: ProviderTokenRenewal.Generation
    }

    let id: APNsConnectionID
    var phase: Phase
    /// The most streams that the peer allows; 1 until the peer has said so.
    var streamsMax = 1
    /// Whether a request with a provider token has succeeded here.
    var isProved = false
    /// Clients' streams are odd. Source: RFC 9113 §5.1.1.
    var nextStream: Int32 = 1
    var streams: [Int32: Stream] = [:]
    var lastHeard: Duration
    var pingedAt: Duration?

    /// Streams are not numbered beyond this; a new connection is opened long before they run out.
    static let streamMax: Int32 = 1 << 30
    /// The most streams used at once, whatever the peer allows: Apple's service allows 1,000 (observed).
    static let streamsCap = 1_500
    /// How long a connection may be silent before it is sent a ping, with answers due and without.
    static let quietBusy = Duration.seconds(3)
    static let quietIdle = Duration.seconds(60)
    /// The wait for the answer to a ping.
    static let pongWait = Duration.seconds(5)

    var isOpen: Bool { phase == .open }

    var isOpening: Bool {
        if case .opening = phase { true } else { false }
    }

    /// Source: Apple, "Establishing a token-based connection to APNs": one stream until a token is proved (documented).
    var hasRoom: Bool {
        isOpen && streams.count < (isProved ? min(streamsMax, Self.streamsCap) : min(streamsMax, 1))
    }

    /// The streams in the order they were opened.
    var streamsInOrder: [Int32] { streams.keys.sorted() }

    /// When the sender has to look at the connection if no event comes before.
    var due: Duration {
        switch phase {
        case .opening(let until), .draining(let until): until
        case .open:
            if let pingedAt {
                pingedAt + Self.pongWait
            } else {
                lastHeard + (streams.isEmpty ? Self.quietIdle : Self.quietBusy)
            }
        }
    }
}

/// Identifies one connection of a sender; counted from 1, never reused.
public struct APNsConnectionID: Hashable, Sendable, CustomStringConvertible {
    /// The number of the connection.
    public let value: UInt32

    public init(_ value: UInt32) {
        self.value = value
    }

    public var description: String { "connection \(value)" }
}

/// Where the answer to a push is expected.
public struct PendingStream: Hashable, Sendable {
    /// The connection on which the push was sent.
    public let connection: APNsConnectionID
    /// The HTTP/2 stream of that connection.
    public let stream: Int32
}
