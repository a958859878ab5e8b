public import PushPayload

/// Decides when the exchange is asked for credentials of every organization of the person.
///
/// It is asked when somebody has signed in, when half the time of those on the device is over, and when they turn out
/// to be worth nothing. What could not be had is asked for again, also by the next process: a phone without credentials
/// is rung, and cannot answer.
public struct CredentialKeeper: Hashable, Sendable {
    /// What happens to it.
    public enum Event: Hashable, Sendable {
        /// The process began; `now` by the device's calendar, `nil` where nobody knows the date.
        case launched(now: WallTime?)
        /// The record of the previous process. It comes late if the device had not been unlocked since it started.
        case stored(CredentialRecord)
        /// Whether somebody is signed in, without whom the exchange gives nothing.
        case session(Bool)
        /// Somebody has signed in.
        case signedIn
        /// The exchange gave credentials.
        case fetched(FetchedCredentials, now: WallTime)
        /// The exchange leads others of them over the carrier than it said before.
        case emergencyNumbers([String])
        /// The exchange could not be asked, or its answer made no sense.
        case failed
        /// A connection was refused with those on the device, or the keychain did not take them.
        case useless
        /// A switch brought credentials of an organization at the exchange; those at its carrier are still to come.
        case incomplete
        /// The app came to the screen.
        case foreground
        case timerFired(CredentialTimer)
    }

    /// What it says.
    public enum Decision: Hashable, Sendable {
        /// Ask the exchange; the answer is `fetched` or `failed`.
        case fetch
        /// Starts a timer. It replaces a timer of the same name.
        case startTimer(CredentialTimer, after: Duration)
        case stopTimer(CredentialTimer)
    }

    let limits: CredentialLimits
    /// The state that the phone stores.
    public private(set) var record: CredentialRecord
    /// The exchange is being asked.
    public private(set) var isFetching = false
    private var hasSession = false
    /// Those of a fetch, in a row.
    private var failures: UInt8 = 0
    /// How often new credentials were worth nothing either, in a row.
    private var refusals: UInt8 = 0
    /// The next attempt waits for the timer.
    private var isWaiting = false
    private var isTimerOn = false

    /// Continues from the record of the previous process.
    public init(record: CredentialRecord = CredentialRecord(), limits: CredentialLimits = CredentialLimits()) {
        self.record = record
        self.limits = limits
    }

    /// Handles one event and appends the decisions that follow from it.
    public mutating func handle(_ event: Event, at now: Duration, into decisions: inout [Decision]) {
        switch event {
        case .launched(let now): launch(now, into: &decisions)
        case .stored(let stored): if record == CredentialRecord() { record = stored }
        case .session(let value):
            hasSession = value
            if !value { forget(into: &decisions) }
        case .signedIn: if hasSession { begin() }
        case .fetched(let fetched, let now): take(fetched, now, into: &decisions)
        case .emergencyNumbers(let numbers): if hasSession { record.emergencyNumbers = numbers }
        case .failed:
            guard isFetching else { return }
            isFetching = false
            retry(into: &decisions)
        case .useless: takeUseless(into: &decisions)
        case .incomplete: if hasSession, !isFetching { record.isDue = true }
        case .foreground: if failures > 0 { isWaiting = false }
        case .timerFired(.fetch): takeTimer()
        }
        fetchIfDue(into: &decisions)
    }

    private mutating func launch(_ now: WallTime?, into decisions: inout [Decision]) {
        guard hasSession, let next = record.next else { return }
        let timeLeft = now.map { next.since($0) } ?? .zero
        guard timeLeft > .zero else {
            record.isDue = true
            return
        }
        start(min(timeLeft, limits.fetch.longest), into: &decisions)
    }

    private mutating func begin() {
        record.isDue = true
        isWaiting = false
        failures = 0
        refusals = 0
    }

    /// An answer to somebody who is not signed in any more comes to nothing.
    private mutating func forget(into decisions: inout [Decision]) {
        if isTimerOn { decisions.append(.stopTimer(.fetch)) }
        self = CredentialKeeper(limits: limits)
    }

    private mutating func take(_ fetched: FetchedCredentials, _ now: WallTime, into decisions: inout [Decision]) {
        guard isFetching else { return }
        isFetching = false
        let delay = limits.fetch.wait(timeLeft: fetched.until.since(now))
        record.next = now.advanced(by: delay)
        record.emergencyNumbers = fetched.emergencyNumbers
        // A carrier is asked by the exchange, and may be slow: what it gives later is fetched before it is needed.
        guard !fetched.lacksSome else { return retry(into: &decisions) }
        failures = 0
        record.isDue = false
        start(delay, into: &decisions)
    }

    private mutating func retry(into decisions: inout [Decision]) {
        failures = min(failures + 1, CredentialLimits.countedMax)
        wait(limits.retry.wait(after: failures), into: &decisions)
    }

    /// Asked at once the first time: a call may wait for them. An exchange that goes on refusing what it gives is not
    /// asked without end.
    private mutating func takeUseless(into decisions: inout [Decision]) {
        guard hasSession, !isFetching, !record.isDue else { return }
        record.isDue = true
        if refusals > 0 { wait(limits.retry.wait(after: refusals), into: &decisions) }
        refusals = min(refusals + 1, CredentialLimits.countedMax)
    }

    private mutating func takeTimer() {
        isTimerOn = false
        if isWaiting {
            isWaiting = false
        } else if hasSession {
            record.isDue = true
            refusals = 0
        }
    }

    private mutating func wait(_ delay: Duration, into decisions: inout [Decision]) {
        isWaiting = true
        start(delay, into: &decisions)
    }

    private mutating func start(_ delay: Duration, into decisions: inout [Decision]) {
        isTimerOn = true
        decisions.append(.startTimer(.fetch, after: delay))
    }

    private mutating func fetchIfDue(into decisions: inout [Decision]) {
        guard hasSession, record.isDue, !isFetching, !isWaiting else { return }
        if isTimerOn { decisions.append(.stopTimer(.fetch)) }
        isTimerOn = false
        isFetching = true
        decisions.append(.fetch)
    }

    /// Equal keepers decide alike; the limits are the same all through a process.
    public static func == (left: CredentialKeeper, right: CredentialKeeper) -> Bool {
        left.record == right.record && left.isFetching == right.isFetching && left.hasSession == right.hasSession
            && left.failures == right.failures && left.refusals == right.refusals
            && left.isWaiting == right.isWaiting && left.isTimerOn == right.isTimerOn
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(record)
        hasher.combine(isFetching)
        hasher.combine(hasSession)
        hasher.combine(failures)
        hasher.combine(refusals)
        hasher.combine(isWaiting)
        hasher.combine(isTimerOn)
    }
}

/// What the exchange gave when it was asked for credentials.
public struct FetchedCredentials: Hashable, Sendable {
    /// The organizations of the person; `nil`: there may be more of them than it says.
    public var members: [OrganizationID]?
    /// Those that have a carrier, whether or not its credentials came; `nil`: it does not say.
    public var carried: [OrganizationID]?
    /// What ``CredentialRecord/emergencyNumbers`` are from now on.
    public var emergencyNumbers: [String]?
    /// Whether of an organization that has a carrier its credentials could not be had now, so that they are to be asked
    /// for again.
    public var lacksSome: Bool
    /// When the first of them end.
    public var until: WallTime

    public init(
        members: [OrganizationID]? = nil, carried: [OrganizationID]? = nil, lacksSome: Bool = false, until: WallTime
    ) {
        self.members = members
        self.carried = carried
        self.lacksSome = lacksSome
        self.until = until
    }
}

/// What outlives the process of fetching credentials.
public struct CredentialRecord: Hashable, Sendable, Codable {
    /// The exchange is to be asked: somebody signed in, or what is on the device is worth nothing.
    public internal(set) var isDue = false
    /// When it is to be asked anyway, by the device's calendar; `nil` before it answered once.
    public internal(set) var next: WallTime?
    /// Numbers that call for help, which the exchange leads there over the carrier, and which are no extension of
    /// anyone the person may call, as it said last; `nil`: it leads none, or does not say.
    public internal(set) var emergencyNumbers: [String]?

    /// Nobody signed in.
    public init() {}
}

/// The figures of fetching credentials.
public struct CredentialLimits: Hashable, Sendable {
    /// When they are fetched anew. At half the time left, so that what goes wrong then can go wrong for as long again;
    /// at the longest half the day that our exchange's credentials last, whatever the device's calendar says.
    public var fetch = RenewalPace(percent: 50, shortest: .seconds(60), longest: .seconds(12 * 3_600))
    /// After a fetch that failed, or brought what is worth nothing.
    public var retry = RetryPace(first: .seconds(5), longest: .seconds(600))

    /// Failures in a row are counted up to here: the wait has long been the longest then.
    static let countedMax: UInt8 = 16

    /// Creates the default limits.
    public init() {}
}

/// Names the one deadline of fetching credentials.
public enum CredentialTimer: Hashable, Sendable {
    /// The exchange is to be asked. Harmless when late or once too often.
    case fetch
}
