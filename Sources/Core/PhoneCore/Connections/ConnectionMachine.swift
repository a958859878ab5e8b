/// Decides when the connection of one registration is made, restored and closed.
///
/// Its phase follows the client's reports, so that the machine recovers when a report and an order cross on the way.
public struct ConnectionMachine: Hashable, Sendable {
    /// The inputs of the machine.
    public enum Event: Hashable, Sendable {
        /// A need for the connection began or ended.
        case need(ConnectionNeed, Bool)
        /// The network path changed.
        case network(NetworkChange)
        /// The client reported on its connection.
        case signaling(SignalingEvent)
        /// The registration has new credentials.
        case credentialsChanged
        /// The person asked for another attempt, or the process resumed after it was suspended.
        case nudged
        /// A timer has run out.
        case timerFired(ConnectionTimer)
    }

    /// The outputs of the machine.
    public enum Effect: Hashable, Sendable {
        /// Open a connection and log in.
        case connect
        /// Close the connection.
        case disconnect
        /// Restore the connection over the new path at once, keep its calls, and restart their media.
        case renew
        /// End all calls of this registration as dropped, because ``ConnectionLimits/reconnectDuration`` passed.
        case dropCalls
        /// The provider refused the credentials, or there are none.
        case credentialsRefused(SignalingFailure)
        /// The phase changed.
        case changed(ConnectionPhase)
        /// Starts a timer. It replaces a timer of the same name.
        case startTimer(ConnectionTimer, after: Duration)
        /// Stops a timer, if it runs.
        case stopTimer(ConnectionTimer)
    }

    let limits: ConnectionLimits
    /// The present phase, as far as the client has reported it.
    public private(set) var phase = ConnectionPhase.offline
    /// The needs that keep the connection open.
    public private(set) var needs: ConnectionNeeds = []
    /// Whether there is a network; assumed until reported otherwise.
    private var hasNetwork = true
    /// The number of consecutive failed attempts.
    private var failures: UInt8 = 0
    /// The number of the loss whose limit timer runs.
    private var limitEpisode: UInt8?
    private var nextEpisode: UInt8 = 0

    /// Creates a connection without needs.
    public init(limits: ConnectionLimits = ConnectionLimits()) {
        self.limits = limits
    }

    /// Handles one event and appends the effects that follow from it.
    public mutating func handle(_ event: Event, into effects: inout [Effect]) {
        let before = phase
        switch event {
        case .need(let need, true): want(need, into: &effects)
        case .need(let need, false): release(need, into: &effects)
        case .network(let change): handle(change, into: &effects)
        case .signaling(let event): handle(event, into: &effects)
        case .credentialsChanged: adoptCredentials(into: &effects)
        case .nudged: tryAgain(into: &effects)
        case .timerFired(.retry): if phase.awaitsRetry { connect(into: &effects) }
        case .timerFired(.limit(let episode)): fireLimit(episode, into: &effects)
        }
        keepLimit(into: &effects)
        if phase != before { effects.append(.changed(phase)) }
    }

    private mutating func want(_ need: ConnectionNeed, into effects: inout [Effect]) {
        guard !needs.contains(ConnectionNeeds(need)) else { return }
        needs.insert(ConnectionNeeds(need))
        if phase == .offline { connect(into: &effects) } else { tryAgain(into: &effects) }
    }

    private mutating func release(_ need: ConnectionNeed, into effects: inout [Effect]) {
        needs.remove(ConnectionNeeds(need))
        guard needs.isEmpty, phase != .offline else { return }
        goOffline(into: &effects)
    }

    private mutating func handle(_ change: NetworkChange, into effects: inout [Effect]) {
        hasNetwork = change.isReachable
        switch change {
        case .lost:
            if phase.awaitsRetry { goOffline(into: &effects) }
        case .seen: takeUp(into: &effects)
        case .found, .moved, .renewed:
            if phase == .ready || phase == .reconnecting { effects.append(.renew) }
            takeUp(into: &effects)
        }
    }

    /// A network is available: pending attempts begin.
    private mutating func takeUp(into effects: inout [Effect]) {
        failures = 0
        switch phase {
        case .offline: connect(into: &effects)
        case .waiting, .resting: tryAgain(into: &effects)
        case .connecting, .ready, .reconnecting, .refused: break
        }
    }

    private mutating func handle(_ event: SignalingEvent, into effects: inout [Effect]) {
        guard !needs.isEmpty else { return handleUnwanted(event, into: &effects) }
        switch event {
        case .connecting: follow(.connecting, into: &effects)
        case .reconnecting: follow(.reconnecting, into: &effects)
        case .ready:
            failures = 0
            follow(.ready, into: &effects)
        case .disconnected(.refused?): refuse(.refused, into: &effects)
        case .disconnected(.noCredentials?): refuse(.noCredentials, into: &effects)
        case .disconnected(.unreachable?): fail(into: &effects)
        case .disconnected(nil):
            // This answers our own close, which a new need crossed; or the client closed by itself.
            if phase.isUnderWay { fail(into: &effects) }
        }
    }

    /// The client is connected or connecting without a need, because an order and its report crossed.
    private mutating func handleUnwanted(_ event: SignalingEvent, into effects: inout [Effect]) {
        switch event {
        case .connecting, .ready, .reconnecting: effects.append(.disconnect)
        case .disconnected: break
        }
    }

    private mutating func adoptCredentials(into effects: inout [Effect]) {
        switch phase {
        case .refused:
            failures = 0
            connect(into: &effects)
        case .offline, .connecting, .ready, .reconnecting, .waiting, .resting:
            // The next login uses the new credentials. An existing connection keeps the old ones.
            break
        }
    }

    private mutating func tryAgain(into effects: inout [Effect]) {
        guard phase.awaitsRetry else { return }
        failures = 0
        stopRetry(into: &effects)
        connect(into: &effects)
    }

    private mutating func connect(into effects: inout [Effect]) {
        guard !needs.isEmpty, hasNetwork else {
            phase = .offline
            return
        }
        phase = .connecting
        effects.append(.connect)
    }

    private mutating func goOffline(into effects: inout [Effect]) {
        stopRetry(into: &effects)
        if phase.isUnderWay { effects.append(.disconnect) }
        failures = 0
        phase = .offline
    }

    private mutating func follow(_ reported: ConnectionPhase, into effects: inout [Effect]) {
        stopRetry(into: &effects)
        phase = reported
    }

    private mutating func refuse(_ failure: SignalingFailure, into effects: inout [Effect]) {
        guard phase != .refused else { return }
        stopRetry(into: &effects)
        phase = .refused
        effects.append(.credentialsRefused(failure))
    }

    private mutating func fail(into effects: inout [Effect]) {
        guard phase.isUnderWay else { return }
        failures = min(failures + 1, limits.attemptsMax)
        guard hasNetwork else {
            phase = .offline
            return
        }
        let rests = failures == limits.attemptsMax
        phase = rests ? .resting : .waiting
        let wait = rests ? limits.restDuration : limits.retry.wait(after: failures)
        effects.append(.startTimer(.retry, after: wait))
    }

    private func stopRetry(into effects: inout [Effect]) {
        if phase.awaitsRetry { effects.append(.stopTimer(.retry)) }
    }
}

extension ConnectionMachine {
    /// Whether a live call has lost its connection.
    private var isCallCutOff: Bool {
        needs.contains(ConnectionNeeds(.call)) && !(phase == .ready && hasNetwork)
    }

    private mutating func keepLimit(into effects: inout [Effect]) {
        switch (isCallCutOff, limitEpisode) {
        case (true, nil):
            limitEpisode = nextEpisode
            effects.append(.startTimer(.limit(nextEpisode), after: limits.reconnectDuration))
            nextEpisode = (nextEpisode + 1) % ConnectionTimer.episodeCount
        case (false, let episode?):
            limitEpisode = nil
            effects.append(.stopTimer(.limit(episode)))
        case (true, .some), (false, nil):
            break
        }
    }

    private mutating func fireLimit(_ episode: UInt8, into effects: inout [Effect]) {
        guard limitEpisode == episode else { return }
        limitEpisode = nil
        needs.remove(ConnectionNeeds(.call))
        effects.append(.dropCalls)
        if needs.isEmpty, phase != .offline { goOffline(into: &effects) }
    }

    /// Compares everything but the limits, which are the same throughout a process.
    public static func == (left: ConnectionMachine, right: ConnectionMachine) -> Bool {
        left.phase == right.phase && left.needs == right.needs && left.hasNetwork == right.hasNetwork
            && left.failures == right.failures && left.limitEpisode == right.limitEpisode
            && left.nextEpisode == right.nextEpisode
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(phase)
        hasher.combine(needs)
        hasher.combine(hasNetwork)
        hasher.combine(failures)
        hasher.combine(limitEpisode)
        hasher.combine(nextEpisode)
    }
}

/// The needs for a connection. It stays open while there is at least one.
public enum ConnectionNeed: UInt8, CaseIterable, Hashable, Sendable {
    /// The app is in the foreground.
    case foreground
    /// An answered or placed call uses it.
    case call
    /// A push announced a call that will come over it.
    case push
    /// The exchange must still get a termination.
    case termination
    /// A switch to its organization tries the connection.
    case trial
    /// A carrier must learn the push token.
    case token
}

/// A set of needs for a connection.
public struct ConnectionNeeds: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A set with a single need.
    public init(_ need: ConnectionNeed) {
        rawValue = 1 << need.rawValue
    }
}

/// The limits of a connection.
public struct ConnectionLimits: Hashable, Sendable {
    /// The waits between attempts. The client adds randomness itself.
    public var retry = RetryPace(first: .milliseconds(500), longest: .seconds(30))
    /// The number of consecutive attempts, about five minutes of them, after which the connection rests and tries
    /// seldom until something changes.
    public var attemptsMax: UInt8 = 16
    /// The wait between attempts while it rests. A network can recover without any report of it.
    public var restDuration: Duration = .seconds(300)
    /// How long a live call may be without a connection. It is the value of Z360's app; a person does not wait for a
    /// minute.
    public var reconnectDuration: Duration = .seconds(30)

    /// Creates the default limits.
    public init() {}
}

/// The timers of one connection.
public enum ConnectionTimer: Hashable, Sendable {
    /// The next attempt is due, after a wait or a rest. A late firing does no harm, because the connection then exists
    /// or is being made.
    case retry
    /// A live call has been without a connection for the maximum time. The number identifies the loss, because an
    /// outdated timer must not end a call; it wraps around after `episodeCount`.
    case limit(UInt8)

    /// The number of losses that are told apart. A stopped timer is at most one loss behind, so two would be enough.
    static let episodeCount: UInt8 = 4
}
