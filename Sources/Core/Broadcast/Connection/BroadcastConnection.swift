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
