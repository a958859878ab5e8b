/// Decides when the connection of one registration is made, made again, and closed.
///
/// Its phase follows what the client reports, so that news which crossed an order on the way puts itself right.
public struct ConnectionKeeper: Hashable, Sendable {
    /// What happens to it.
    public enum Event: Hashable, Sendable {
        /// Something needs it, or no longer does.
        case need(ConnectionNeed, Bool)
        case network(NetworkChange)
        case signaling(SignalingEvent)
        /// There are new credentials for this registration.
        case credentialsChanged
        /// The person asked to try again, or the process goes on after it was suspended.
        case nudged
        case timerFired(ConnectionTimer)
    }

    /// What it says.
    public enum Decision: Hashable, Sendable {
        case connect
        case disconnect
        /// Make the connection again over the new path at once, keep its calls, and restart their media.
        case renew
        /// End every call on this registration as dropped: ``ConnectionLimits/reconnectDuration`` passed.
        case dropCalls
        /// The provider did not take the credentials, or there are none.
        case credentialsRefused(SignalingFailure)
        case changed(ConnectionPhase)
        /// One of the same name is replaced.
        case startTimer(ConnectionTimer, after: Duration)
        case stopTimer(ConnectionTimer)
    }

    let limits: ConnectionLimits
    public private(set) var phase = ConnectionPhase.offline
    public private(set) var needs: ConnectionNeeds = []
    /// Whether there is a network; believed until the contrary is known.
    private var hasNetwork = true
    /// Attempts in a row that came to nothing.
    private var failures: UInt8 = 0
    /// The loss whose limit timer runs.
    private var limitEpisode: UInt8?
    private var nextEpisode: UInt8 = 0

    /// A connection nobody needs yet.
    public init(limits: ConnectionLimits = ConnectionLimits()) {
        self.limits = limits
    }

    /// Takes one event.
    public mutating func handle(_ event: Event, at now: Duration, into decisions: inout [Decision]) {
        let before = phase
        switch event {
        case .need(let need, true): want(need, into: &decisions)
        case .need(let need, false): release(need, into: &decisions)
        case .network(let change): take(change, into: &decisions)
        case .signaling(let news): take(news, into: &decisions)
        case .credentialsChanged: takeCredentials(into: &decisions)
        case .nudged: tryAgain(into: &decisions)
        case .timerFired(.retry): if phase.awaitsRetry { connect(into: &decisions) }
        case .timerFired(.limit(let episode)): fireLimit(episode, into: &decisions)
        }
        keepLimit(into: &decisions)
        if phase != before { decisions.append(.changed(phase)) }
    }

    private mutating func want(_ need: ConnectionNeed, into decisions: inout [Decision]) {
        guard !needs.contains(ConnectionNeeds(need)) else { return }
        needs.insert(ConnectionNeeds(need))
        if phase == .offline { connect(into: &decisions) } else { tryAgain(into: &decisions) }
    }

    private mutating func release(_ need: ConnectionNeed, into decisions: inout [Decision]) {
        needs.remove(ConnectionNeeds(need))
        guard needs.isEmpty, phase != .offline else { return }
        goOffline(into: &decisions)
    }

    private mutating func take(_ change: NetworkChange, into decisions: inout [Decision]) {
        hasNetwork = change.isReachable
        switch change {
        case .lost:
            if phase.awaitsRetry { goOffline(into: &decisions) }
        case .seen: takeUp(into: &decisions)
        case .found, .moved, .renewed:
            if phase == .ready || phase == .reconnecting { decisions.append(.renew) }
            takeUp(into: &decisions)
        }
    }

    /// There is a way: what waits for one begins.
    private mutating func takeUp(into decisions: inout [Decision]) {
        failures = 0
        switch phase {
        case .offline: connect(into: &decisions)
        case .waiting, .resting: tryAgain(into: &decisions)
        case .connecting, .ready, .reconnecting, .refused: break
        }
    }

    private mutating func take(_ news: SignalingEvent, into decisions: inout [Decision]) {
        guard !needs.isEmpty else { return takeUnwanted(news, into: &decisions) }
        switch news {
        case .connecting: follow(.connecting, into: &decisions)
        case .reconnecting: follow(.reconnecting, into: &decisions)
        case .ready:
            failures = 0
            follow(.ready, into: &decisions)
        case .disconnected(.refused?): refuse(.refused, into: &decisions)
        case .disconnected(.noCredentials?): refuse(.noCredentials, into: &decisions)
        case .disconnected(.unreachable?): fail(into: &decisions)
        case .disconnected(nil):
            // What a close of ours is answered with, crossed by a new need; or the client knows better.
            if phase.isUnderWay { fail(into: &decisions) }
        }
    }

    /// The client is connected or busy though nothing needs it: an order crossed its news.
    private mutating func takeUnwanted(_ news: SignalingEvent, into decisions: inout [Decision]) {
        switch news {
        case .connecting, .ready, .reconnecting: decisions.append(.disconnect)
        case .disconnected: break
        }
    }

    private mutating func takeCredentials(into decisions: inout [Decision]) {
        switch phase {
        case .refused:
            failures = 0
            connect(into: &decisions)
        case .offline, .connecting, .ready, .reconnecting, .waiting, .resting:
            // They are used with the next login; a connection that stands keeps the ones it was made with.
            break
        }
    }

    private mutating func tryAgain(into decisions: inout [Decision]) {
        guard phase.awaitsRetry else { return }
        failures = 0
        stopRetry(into: &decisions)
        connect(into: &decisions)
    }

    private mutating func connect(into decisions: inout [Decision]) {
        guard !needs.isEmpty, hasNetwork else {
            phase = .offline
            return
        }
        phase = .connecting
        decisions.append(.connect)
    }

    private mutating func goOffline(into decisions: inout [Decision]) {
        stopRetry(into: &decisions)
        if phase.isUnderWay { decisions.append(.disconnect) }
        failures = 0
        phase = .offline
    }

    private mutating func follow(_ reported: ConnectionPhase, into decisions: inout [Decision]) {
        stopRetry(into: &decisions)
        phase = reported
    }

    private mutating func refuse(_ failure: SignalingFailure, into decisions: inout [Decision]) {
        guard phase != .refused else { return }
        stopRetry(into: &decisions)
        phase = .refused
        decisions.append(.credentialsRefused(failure))
    }

    private mutating func fail(into decisions: inout [Decision]) {
        guard phase.isUnderWay else { return }
        failures = min(failures + 1, limits.attemptsMax)
        guard hasNetwork else {
            phase = .offline
            return
        }
        let rests = failures == limits.attemptsMax
        phase = rests ? .resting : .waiting
        let wait = rests ? limits.restDuration : limits.retry.wait(after: failures)
        decisions.append(.startTimer(.retry, after: wait))
    }

    private func stopRetry(into decisions: inout [Decision]) {
        if phase.awaitsRetry { decisions.append(.stopTimer(.retry)) }
    }
}

extension ConnectionKeeper {
    /// A live call is without its connection.
    private var isCallCutOff: Bool {
        needs.contains(ConnectionNeeds(.call)) && !(phase == .ready && hasNetwork)
    }

    private mutating func keepLimit(into decisions: inout [Decision]) {
        switch (isCallCutOff, limitEpisode) {
        case (true, nil):
            limitEpisode = nextEpisode
            decisions.append(.startTimer(.limit(nextEpisode), after: limits.reconnectDuration))
            nextEpisode = (nextEpisode + 1) % ConnectionTimer.episodeCount
        case (false, let episode?):
            limitEpisode = nil
            decisions.append(.stopTimer(.limit(episode)))
        case (true, .some), (false, nil):
            break
        }
    }

    private mutating func fireLimit(_ episode: UInt8, into decisions: inout [Decision]) {
        guard limitEpisode == episode else { return }
        limitEpisode = nil
        needs.remove(ConnectionNeeds(.call))
        decisions.append(.dropCalls)
        if needs.isEmpty, phase != .offline { goOffline(into: &decisions) }
    }

    /// Equal keepers decide alike; the limits are the same all through a process.
    public static func == (left: ConnectionKeeper, right: ConnectionKeeper) -> Bool {
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

/// What a connection is for. It is kept while there is anything, and closed when there is nothing.
public enum ConnectionNeed: UInt8, CaseIterable, Hashable, Sendable {
    /// The app is on the screen.
    case foreground
    /// A call that was taken or placed lives on it.
    case call
    /// A push announced a call that will come over it.
    case push
    /// The exchange must still be told something: a decline, an end.
    case farewell
    /// A switch to its organisation tries whether it comes about.
    case trial
}

/// The things a connection is needed for.
public struct ConnectionNeeds: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// One thing alone.
    public init(_ need: ConnectionNeed) {
        rawValue = 1 << need.rawValue
    }
}

/// The figures of a connection.
public struct ConnectionLimits: Hashable, Sendable {
    /// Between two attempts. Chance is the client's own matter.
    public var retry = RetryPace(first: .milliseconds(500), longest: .seconds(30))
    /// Attempts in a row, some five minutes of them, after which it rests: it tries seldom until something changes.
    public var attemptsMax: UInt8 = 16
    /// Between two attempts while it rests: a network can be found good again without any news of it.
    public var restDuration: Duration = .seconds(300)
    /// How long a live call may be without connection. Source: seed z360-ios-current-state §3.7 (30 s); the other
    /// seeds' 60 s is more than a person waits.
    public var reconnectDuration: Duration = .seconds(30)

    /// The house's figures.
    public init() {}
}

/// Names a deadline of one connection.
public enum ConnectionTimer: Hashable, Sendable {
    /// The next attempt is due, after a wait or a rest. Harmless when late: by then the connection stands or is being
    /// made.
    case retry
    /// A live call has been without connection for as long as it may. The number tells one loss from the next, since
    /// a timer that is out of date must not end a call; it goes round after ``episodeCount``.
    case limit(UInt8)

    /// How many losses are told apart: a stopped timer is at most one loss behind, so two would do.
    static let episodeCount: UInt8 = 4
}
