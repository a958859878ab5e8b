/// What a sender knows of one connection.
struct ApnsConnection: Hashable, Sendable {
    enum Phase: Hashable {
        /// Leads to: `open`, or removed (closed, or not there in time).
        case opening(until: Duration)
        /// Takes requests. Leads to: `draining` (GOAWAY, a token gone bad, server trouble), or removed (closed, dead).
        case open
        /// Only waits for answers, until then at most. Leads to: removed.
        case draining(until: Duration)
    }

    struct Stream: Hashable {
        var ticket: PushTicket
        var token: ProviderTokenClock.Generation
    }

    let id: ApnsConnectionID
    var phase: Phase
    /// What the peer allows. Before it has said so, and until a token is proved, one stream is all.
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
    /// The most streams ever used at once, whatever the peer allows: Apple speaks of 1,000 (observed).
    static let streamsCap = 1_500
    /// The wait for a sign of life before one is asked for, with answers due and without.
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

    /// When something is to be done about it though nothing happens.
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
