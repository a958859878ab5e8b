public import PushPayload

/// Decides how pushes reach Apple's service: over which connection, with which token, when they are sent again, and
/// when they are given up.
///
/// One sender serves one team in one environment, because a connection must not carry two teams' tokens. A push is sent
/// until it is answered or its deadline passes; once answered it is never sent again.
/// Source: Apple, "Establishing a token-based connection to APNs", "Handling notification responses from APNs".
public struct APNsSender: Hashable, Sendable {
    /// How long an answer is waited for. Apple's take some 50 ms (observed).
    public static let answerWait = Duration.seconds(5)
    /// How long a connection may take to open.
    public static let openWait = Duration.seconds(8)
    /// How long a draining connection is kept for its answers.
    public static let drainWait = Duration.seconds(5)
    /// The first and the longest wait between connections after failures: Apple treats rapid opening and closing as an
    /// attack (documented).
    public static let reopenWait = (first: Duration.milliseconds(500), longest: Duration.seconds(15))
    /// The first and the longest wait before a push is sent again.
    public static let retryWait = (first: Duration.milliseconds(200), longest: Duration.seconds(5))
    /// The first and the longest wait for a device that gets too many pushes.
    public static let slowDeviceWait = (first: Duration.seconds(1), longest: Duration.seconds(10))
    /// The most requests for one push.
    public static let attemptsMax = 12
    /// The most refusals of one push because of our provider token.
    public static let tokenRefusalsMax = 2
    /// The most connections at once; all but one of them only wait for answers.
    public static let connectionsMax = 4

    enum Phase: Hashable {
        case running
        case stopping(until: Duration)
        case stopped
    }

    let environment: APNsEnvironment
    var phase = Phase.running
    var queue = PushQueue()
    var tokens = ProviderTokenRenewal()
    var connections: [APNsConnection] = []
    var lastConnection: UInt32 = 0
    /// Whether a connection is wanted even without work.
    var isStarted = false
    /// Connections in a row that accepted no push.
    var failures = 0
    var noOpenBefore: Duration = .zero - .seconds(1 << 40)
    var jitter: RetryBackoff
    var alarms = AlarmThrottle()
    /// The counters since the sender was made.
    public internal(set) var metrics = PushMetrics()

    /// - Parameter seed: the shell's random number, from which all waits are spread.
    public init(environment: APNsEnvironment, seed: UInt64) {
        self.environment = environment
        jitter = RetryBackoff(seed: seed)
    }

    /// Handles an event and appends the effects. The shell carries them out in order, and sends `time` at
    /// ``nextWake(after:)``.
    public mutating func handle(_ event: APNsEvent, at now: Duration, into effects: inout [APNsEffect]) {
        switch event {
        case .start: isStarted = true
        case .submit(let push, let wall): submit(push, wall: wall, at: now, into: &effects)
        case .stop(let limit): stop(within: limit, at: now)
        case .opened(let id): opened(id, at: now)
        case .settings(let id, let streamsMax): change(id) { $0.streamsMax = max(streamsMax, 0) }
        case .answered(let id, let stream, let answer):
            answered(id, stream, answer, at: now, into: &effects)
        case .reset(let id, let stream, let wasRefused):
            reset(id, stream, wasRefused: wasRefused, at: now, into: &effects)
        case .goAway(let id, let last, let reason): goAway(id, last, reason, at: now, into: &effects)
        case .ponged(let id): change(id) { $0.received(at: now) }
        case .closed(let id): lost(id, at: now, into: &effects)
        case .minted(let generation, let age):
            tokens.minted(generation, age: age, at: now)
            metrics.tokensMade += 1
        case .mintFailed(let generation): tokens.mintFailed(generation, at: now)
        case .time: passTime(at: now, into: &effects)
        }
        goOn(at: now, into: &effects)
    }

    /// When to send `time`, unless another event comes before.
    public func nextWake(after now: Duration) -> Duration? {
        guard phase != .stopped else { return nil }
        var wake = queue.nextDue
        func consider(_ moment: Duration?) {
            if let moment { wake = min(wake ?? moment, moment) }
        }
        for connection in connections { consider(connection.due) }
        if needsConnection, noOpenBefore > now { consider(noOpenBefore) }
        if isStarted || queue.count > 0 { consider(tokens.nextChange(after: now)) }
        if case .stopping(let until) = phase { consider(until) }
        return wake
    }

    mutating func change(_ id: APNsConnectionID, _ body: (inout APNsConnection) -> Void) {
        guard let index = connections.firstIndex(where: { $0.id == id }) else { return }
        body(&connections[index])
    }

    func connection(_ id: APNsConnectionID) -> APNsConnection? { connections.first { $0.id == id } }

    /// Ends a push for its caller.
    mutating func resolve(_ ticket: QueuedPushID, _ outcome: PushOutcome, into effects: inout [APNsEffect]) {
        guard let entry = queue.finish(ticket) else { return }
        report(entry.push.reference, outcome, into: &effects)
    }

    mutating func report(_ reference: UInt64, _ outcome: PushOutcome, into effects: inout [APNsEffect]) {
        metrics.count(outcome)
        metrics.pending = queue.count
        effects.append(.resolve(reference: reference, outcome))
    }

    /// Raises an alarm, unless the same one was raised a moment ago.
    mutating func raise(_ alarm: PushAlarm, at now: Duration, into effects: inout [APNsEffect]) {
        if alarms.mayRaise(alarm, at: now) { effects.append(.alarm(alarm)) }
    }
}

extension APNsConnection {
    mutating func received(at now: Duration) {
        lastHeard = now
        pingedAt = nil
    }
}

/// An event for a sender to Apple's service.
public enum APNsEvent: Hashable, Sendable {
    // From the caller.
    /// Opens the first connection, so that the first ring need not wait for it.
    case start
    case submit(PreparedPush, wall: WallTime)
    /// No further push is accepted; the present ones may be sent for this long.
    case stop(within: Duration)

    // From its connections. Events of abandoned connections are ignored.
    case opened(APNsConnectionID)
    /// The peer allows so many streams at once.
    case settings(APNsConnectionID, streamsMax: Int)
    case answered(APNsConnectionID, stream: Int32, APNsResponse)
    /// A stream ended without an answer. `wasRefused`: whether the peer says that it did not act on the stream.
    case reset(APNsConnectionID, stream: Int32, wasRefused: Bool)
    /// The peer accepts no more streams, and did not act on those after the last one.
    case goAway(APNsConnectionID, lastStream: Int32, APNsReason?)
    case ponged(APNsConnectionID)
    /// The connection ended, or could not be opened.
    case closed(APNsConnectionID)

    // From the maker of provider tokens.
    /// The token was made; one that the team made for its other environment already has an age.
    case minted(ProviderTokenRenewal.Generation, age: Duration = .zero)
    case mintFailed(ProviderTokenRenewal.Generation)

    // From the clock.
    /// The moment of ``APNsSender/nextWake`` has come.
    case time
}

/// An action for the shell of a sender to Apple's service, which carries out the effects in order.
public enum APNsEffect: Hashable, Sendable {
    case open(APNsConnectionID)
    /// Streams of a connection come in the order of their numbers, none left out.
    case send(APNsConnectionID, stream: Int32, APNsRequest, token: ProviderTokenRenewal.Generation)
    /// Reset the stream.
    case cancel(APNsConnectionID, stream: Int32)
    case ping(APNsConnectionID)
    /// Close it at once, without waiting for its answers.
    case close(APNsConnectionID)
    /// Make a provider token of this number, and forget the one before the last.
    case mint(ProviderTokenRenewal.Generation)
    /// Tell the caller the outcome of its push.
    case resolve(reference: UInt64, PushOutcome)
    case alarm(PushAlarm)
    /// After `stop`: the sender has no pushes and connections any more.
    case stopped
}
