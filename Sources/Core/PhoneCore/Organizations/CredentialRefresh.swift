public import CallModel
public import PushPayload

/// Decides when the exchange is asked for the credentials of all organizations of the person.
///
/// It is asked after a sign-in, after half the remaining lifetime of the current credentials, and when the current
/// credentials do not work. Failed requests are repeated, also by the next process, because a phone without credentials
/// rings but cannot answer.
public struct CredentialRefresh: Hashable, Sendable {
    /// The inputs of the machine.
    public enum Event: Hashable, Sendable {
        /// The process started. `now` is the device's wall-clock time; `nil` if it is unknown.
        case launched(now: WallTime?)
        /// The record of the previous process. It comes late if the device had not been unlocked since it started.
        case stored(CredentialRecord)
        /// Whether a person is signed in. Without a session the exchange gives no credentials.
        case session(Bool)
        /// A person signed in.
        case signedIn
        /// The exchange gave credentials.
        case fetched(FetchedCredentials, now: WallTime)
        /// The exchange changed the emergency numbers that it routes over the carrier.
        case emergencyNumbers([String])
        /// The exchange was unreachable or its answer was malformed.
        case failed
        /// A connection with the current credentials was refused, or the keychain did not store them.
        case useless
        /// A switch brought an organization's credentials for the exchange. Those for its carrier are still missing.
        case incomplete
        /// The app entered the foreground.
        case foreground
        /// A timer has run out.
        case timerFired(CredentialTimer)
    }

    /// The outputs of the machine.
    public enum Effect: Hashable, Sendable {
        /// Ask the exchange for credentials. The answer is `fetched` or `failed`.
        case fetch
        /// Starts a timer. It replaces a timer of the same name.
        case startTimer(CredentialTimer, after: Duration)
        /// Stops a timer, if it runs.
        case stopTimer(CredentialTimer)
    }

    let limits: CredentialLimits
    /// The state that the phone stores.
    public private(set) var record: CredentialRecord
    /// Whether a request to the exchange is under way.
    public private(set) var isFetching = false
    private var hasSession = false
    /// The number of consecutive failed fetches.
    private var failures: UInt8 = 0
    /// The number of consecutive times that new credentials did not work.
    private var refusals: UInt8 = 0
    /// Whether the next attempt waits for the timer.
    private var isWaiting = false
    private var isTimerOn = false

    /// Continues from the record of the previous process.
    public init(record: CredentialRecord = CredentialRecord(), limits: CredentialLimits = CredentialLimits()) {
        self.record = record
        self.limits = limits
    }

    /// Handles one event and appends the effects that follow from it.
    public mutating func handle(_ event: Event, into effects: inout [Effect]) {
        switch event {
        case .launched(let now): launch(now, into: &effects)
        case .stored(let stored): if record == CredentialRecord() { record = stored }
        case .session(let value):
            hasSession = value
            if !value { forget(into: &effects) }
        case .signedIn: if hasSession { begin() }
        case .fetched(let fetched, let now): handle(fetched, now, into: &effects)
        case .emergencyNumbers(let numbers): if hasSession { record.emergencyNumbers = numbers }
        case .failed:
            guard isFetching else { return }
            isFetching = false
            retry(into: &effects)
        case .useless: handleUseless(into: &effects)
        case .incomplete: if hasSession, !isFetching { record.isDue = true }
        case .foreground: if failures > 0 { isWaiting = false }
        case .timerFired(.fetch): handleTimer()
        }
        fetchIfDue(into: &effects)
    }

    private mutating func launch(_ now: WallTime?, into effects: inout [Effect]) {
        guard hasSession, let next = record.next else { return }
        let timeLeft = now.map { next.since($0) } ?? .zero
        guard timeLeft > .zero else {
            record.isDue = true
            return
        }
        start(min(timeLeft, limits.fetch.longest), into: &effects)
    }

    private mutating func begin() {
        record.isDue = true
        isWaiting = false
        failures = 0
        refusals = 0
    }

    /// Forgets all state at a sign-out, so that late answers are ignored.
    private mutating func forget(into effects: inout [Effect]) {
        if isTimerOn { effects.append(.stopTimer(.fetch)) }
        self = CredentialRefresh(limits: limits)
    }

    private mutating func handle(_ fetched: FetchedCredentials, _ now: WallTime, into effects: inout [Effect]) {
        guard isFetching else { return }
        isFetching = false
        let delay = limits.fetch.wait(timeLeft: fetched.until.since(now))
        record.next = now.advanced(by: delay)
        record.emergencyNumbers = fetched.emergencyNumbers
        // The exchange asks the carrier, which may be slow. Missing carrier credentials are fetched again before they
        // are needed.
        guard !fetched.lacksSome else { return retry(into: &effects) }
        failures = 0
        record.isDue = false
        start(delay, into: &effects)
    }

    private mutating func retry(into effects: inout [Effect]) {
        failures = min(failures + 1, CredentialLimits.countedMax)
        wait(limits.retry.wait(after: failures), into: &effects)
    }

    /// Asks at once the first time, because a call may wait for the credentials. Later attempts wait, so that an
    /// exchange that refuses its own credentials is not asked without end.
    private mutating func handleUseless(into effects: inout [Effect]) {
        guard hasSession, !isFetching, !record.isDue else { return }
        record.isDue = true
        if refusals > 0 { wait(limits.retry.wait(after: refusals), into: &effects) }
        refusals = min(refusals + 1, CredentialLimits.countedMax)
    }

    private mutating func handleTimer() {
        isTimerOn = false
        if isWaiting {
            isWaiting = false
        } else if hasSession {
            record.isDue = true
            refusals = 0
        }
    }

    private mutating func wait(_ delay: Duration, into effects: inout [Effect]) {
        isWaiting = true
        start(delay, into: &effects)
    }

    private mutating func start(_ delay: Duration, into effects: inout [Effect]) {
        isTimerOn = true
        effects.append(.startTimer(.fetch, after: delay))
    }

    private mutating func fetchIfDue(into effects: inout [Effect]) {
        guard hasSession, record.isDue, !isFetching, !isWaiting else { return }
        if isTimerOn { effects.append(.stopTimer(.fetch)) }
        isTimerOn = false
        isFetching = true
        effects.append(.fetch)
    }

    /// Compares everything but the limits, which are the same throughout a process.
    public static func == (left: CredentialRefresh, right: CredentialRefresh) -> Bool {
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

/// The exchange's answer to a request for credentials.
public struct FetchedCredentials: Hashable, Sendable {
    /// The organizations of the person; `nil` if the list may be incomplete.
    public var members: [OrganizationID]?
    /// The organizations that have a carrier, with or without credentials in this answer; `nil` if unknown.
    public var carried: [OrganizationID]?
    /// The new value of ``CredentialRecord/emergencyNumbers``.
    public var emergencyNumbers: [String]?
    /// Whether the carrier credentials of an organization are missing for now, so that they must be fetched again.
    public var lacksSome: Bool
    /// The earliest expiry of the credentials.
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

/// The stored state of fetching credentials.
public struct CredentialRecord: Hashable, Sendable, Codable {
    /// Whether a request to the exchange is due: a person signed in, or the current credentials do not work.
    public internal(set) var isDue = false
    /// The time of the next regular request, by the device's wall clock; `nil` before the first answer.
    public internal(set) var next: WallTime?
    /// The latest list of emergency numbers that the exchange routes over the carrier and that are no extension of a
    /// user the person may call; `nil` if it routes none or gives no list.
    public internal(set) var emergencyNumbers: [String]?

    /// Creates the record of a phone without a signed-in person.
    public init() {}
}

/// The limits of fetching credentials.
public struct CredentialLimits: Hashable, Sendable {
    /// When credentials are fetched again: after half of their remaining time, so that a failure leaves as much time
    /// for repetition; at the longest half the day that the exchange's credentials last, whatever the device's clock
    /// says.
    public var fetch = RenewalPace(percent: 50, shortest: .seconds(60), longest: .seconds(12 * 3_600))
    /// The waits after fetches that failed or brought credentials that do not work.
    public var retry = RetryPace(first: .seconds(5), longest: .seconds(600))

    /// The number up to which consecutive failures are counted. The wait has reached its maximum by then.
    static let countedMax: UInt8 = 16

    /// Creates the default limits.
    public init() {}
}

/// The timer of fetching credentials.
public enum CredentialTimer: Hashable, Sendable {
    /// The exchange must be asked. A late or surplus firing does no harm.
    case fetch
}
