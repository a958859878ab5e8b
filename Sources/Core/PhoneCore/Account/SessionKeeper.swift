public import PushPayload

/// Decides when the person's session is renewed, and when a session that is over may be cleared from the device.
///
/// Only the exchange says whether a session holds: no date on the device destroys anything. And nothing is destroyed
/// while a call lives or the app is in the background, where the person could neither see it nor sign in again.
public struct SessionKeeper: Hashable, Sendable {
    /// What happens to it.
    public enum Event: Hashable, Sendable {
        /// The process began; `now` by the device's calendar.
        case launched(now: WallTime)
        /// What the process before left; found late when the device had not been unlocked since it started.
        case stored(SessionRecord)
        case signedIn(until: WallTime, now: WallTime)
        /// The exchange renewed the session.
        case renewed(until: WallTime, now: WallTime)
        /// The exchange could not be asked, or had no answer.
        case renewalFailed
        /// The exchange refused to renew.
        case renewalRefused
        /// The exchange refused a request as not signed in: the session may be over, or only its token old.
        case rejected
        /// The person asked to sign out.
        case signOutAsked
        /// Apple says that the consent is withdrawn.
        case appleRevoked
        /// Whether the app is on the screen.
        case foreground(Bool)
        /// Whether any call lives.
        case calls(Bool)
        /// Everything of the person is off the device.
        case cleared
        case timerFired(SessionTimer)
    }

    /// What it says.
    public enum Decision: Hashable, Sendable {
        /// Ask the exchange to renew; the answer is `renewed`, `renewalFailed` or `renewalRefused`.
        case renew
        /// Carry out the sign-out: see ``SignOut``. Said again at each start until `cleared`.
        case clear(SessionEndCause)
        /// The person must be told: the session is over.
        case over(SessionEndCause)
        /// One of the same name is replaced.
        case startTimer(SessionTimer, after: Duration)
        case stopTimer(SessionTimer)
    }

    let limits: SessionLimits
    /// What is to be stored.
    public private(set) var record: SessionRecord
    private var isRenewing = false
    private var failures: UInt8 = 0
    private var isForeground = false
    private var hasCalls = false
    private var isClearing = false

    /// Begins with what the process before left.
    public init(record: SessionRecord = SessionRecord(), limits: SessionLimits = SessionLimits()) {
        self.record = record
        self.limits = limits
    }

    /// Whether requests may be made with it.
    public var isUsable: Bool {
        if case .signedIn = record.standing { true } else { false }
    }

    /// Takes one event.
    public mutating func handle(_ event: Event, at now: Duration, into decisions: inout [Decision]) {
        switch event {
        case .launched(let now): launch(now, into: &decisions)
        case .stored(let stored): if record.standing == .none { record = stored }
        case .signedIn(let until, let now): begin(until, now, into: &decisions)
        case .renewed(let until, let now):
            if isRenewing { begin(until, now, into: &decisions) }
        case .renewalFailed: failRenewal(into: &decisions)
        case .renewalRefused: if isRenewing { end(.refused, into: &decisions) }
        case .rejected: renew(into: &decisions)
        case .signOutAsked: end(.asked, into: &decisions)
        case .appleRevoked: end(.appleRevoked, into: &decisions)
        case .foreground(let value):
            isForeground = value
            if value, failures > 0 { renew(into: &decisions) }
        case .calls(let value): hasCalls = value
        case .cleared: finishClearing()
        case .timerFired(.renewal): renew(into: &decisions)
        }
        clearWhenHarmless(into: &decisions)
    }

    private mutating func launch(_ now: WallTime, into decisions: inout [Decision]) {
        guard case .signedIn(let until) = record.standing else { return }
        let timeLeft = until.since(now)
        if timeLeft <= .zero {
            renew(into: &decisions)
        } else {
            decisions.append(.startTimer(.renewal, after: limits.renewal.wait(timeLeft: timeLeft)))
        }
    }

    private mutating func begin(_ until: WallTime, _ now: WallTime, into decisions: inout [Decision]) {
        // A session that is being cleared is cleared wholly before another begins: the shell keeps the order.
        guard !isClearing else { return }
        record.standing = .signedIn(until: until)
        isRenewing = false
        failures = 0
        let delay = limits.renewal.wait(timeLeft: until.since(now))
        decisions.append(.startTimer(.renewal, after: delay))
    }

    private mutating func renew(into decisions: inout [Decision]) {
        guard isUsable, !isRenewing else { return }
        isRenewing = true
        decisions.append(.stopTimer(.renewal))
        decisions.append(.renew)
    }

    private mutating func failRenewal(into decisions: inout [Decision]) {
        guard isRenewing else { return }
        isRenewing = false
        failures = min(failures + 1, 16)
        decisions.append(.startTimer(.renewal, after: limits.retry.wait(after: failures)))
    }

    private mutating func end(_ cause: SessionEndCause, into decisions: inout [Decision]) {
        guard isUsable else { return }
        record.standing = .ending(cause)
        isRenewing = false
        failures = 0
        decisions.append(.stopTimer(.renewal))
        decisions.append(.over(cause))
    }

    private mutating func clearWhenHarmless(into decisions: inout [Decision]) {
        guard case .ending(let cause) = record.standing, !isClearing, isForeground, !hasCalls else { return }
        isClearing = true
        decisions.append(.clear(cause))
    }

    private mutating func finishClearing() {
        guard isClearing else { return }
        isClearing = false
        record.standing = .none
    }

    /// Equal keepers decide alike; the limits are the same all through a process.
    public static func == (left: SessionKeeper, right: SessionKeeper) -> Bool {
        left.record == right.record && left.isRenewing == right.isRenewing && left.failures == right.failures
            && left.isForeground == right.isForeground && left.hasCalls == right.hasCalls
            && left.isClearing == right.isClearing
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(record)
        hasher.combine(isRenewing)
        hasher.combine(failures)
        hasher.combine(isForeground)
        hasher.combine(hasCalls)
        hasher.combine(isClearing)
    }
}

/// Why the person is signed out.
public enum SessionEndCause: String, CaseIterable, Hashable, Sendable, Codable {
    /// The person asked for it.
    case asked
    /// The exchange ended the session, or did not renew it.
    case refused
    /// The person withdrew the consent to sign in with Apple, or the Apple account is another one.
    case appleRevoked
}

/// What outlives the process of the person's session with the exchange. The token itself is in the keychain.
public struct SessionRecord: Hashable, Sendable, Codable {
    /// How it stands.
    public enum Standing: Hashable, Sendable, Codable {
        /// Nobody is signed in.
        case none
        /// The exchange said it holds until then, by the exchange's clock.
        case signedIn(until: WallTime)
        /// It is over; what is on the device stays until that can be removed without harm.
        case ending(SessionEndCause)
    }

    public internal(set) var standing = Standing.none

    public init() {}
}

/// The figures of the session.
public struct SessionLimits: Hashable, Sendable {
    /// When it is renewed. The longest wait has the exchange hear of a living device once a day.
    public var renewal = RenewalPace(percent: 80, shortest: .seconds(60), longest: .seconds(24 * 3_600))
    /// After a renewal that found no exchange.
    public var retry = RetryPace(first: .seconds(5), longest: .seconds(600))

    /// The house's figures.
    public init() {}
}

/// Names the one deadline of the session.
public enum SessionTimer: Hashable, Sendable {
    /// It is time to renew the session. Harmless when late or once too often.
    case renewal
}
