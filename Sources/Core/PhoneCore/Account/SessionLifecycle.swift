public import PushPayload

/// Decides when the person's session is renewed, and when an ended session may be cleared from the device.
///
/// Only the exchange says whether a session is valid; no date on the device destroys anything. Nothing is destroyed
/// while a call lives or while the app is in the background, where the person could neither notice it nor sign in
/// again.
public struct SessionLifecycle: Hashable, Sendable {
    /// The inputs of the machine.
    public enum Event: Hashable, Sendable {
        /// The process started. `now` is the device's wall-clock time.
        case launched(now: WallTime)
        /// The record of the previous process. It comes late if the device had not been unlocked since it started.
        case stored(SessionRecord)
        /// The person signed in. `until`: when the session expires, by the exchange's clock.
        case signedIn(until: WallTime, now: WallTime)
        /// The exchange renewed the session.
        case renewed(until: WallTime, now: WallTime)
        /// The exchange was unreachable or did not answer.
        case renewalFailed
        /// The exchange refused to renew.
        case renewalRefused
        /// The exchange refused a request as not signed in. The session may be over, or only its token expired.
        case rejected
        /// The person asked to sign out.
        case signOutAsked
        /// Apple reported that the person withdrew the consent.
        case appleRevoked
        /// Whether the app is on the screen.
        case foreground(Bool)
        /// Whether any call exists.
        case calls(Bool)
        /// All data of the person has been removed from the device.
        case cleared
        /// A timer has run out.
        case timerFired(SessionTimer)
    }

    /// The outputs of the machine.
    public enum Effect: Hashable, Sendable {
        /// Ask the exchange to renew the session. The answer is `renewed`, `renewalFailed` or `renewalRefused`.
        case renew
        /// Carry out the sign-out (``SignOut``). Repeated at each start until `cleared`.
        case clear(SessionEndCause)
        /// Tell the person that the session is over.
        case over(SessionEndCause)
        /// Starts a timer. It replaces a timer of the same name.
        case startTimer(SessionTimer, after: Duration)
        /// Stops a timer, if it runs.
        case stopTimer(SessionTimer)
    }

    let limits: SessionLimits
    /// The state that the phone stores.
    public private(set) var record: SessionRecord
    private var isRenewing = false
    private var failures: UInt8 = 0
    private var isForeground = false
    private var hasCalls = false
    private var isClearing = false

    /// Continues from the record of the previous process.
    public init(record: SessionRecord = SessionRecord(), limits: SessionLimits = SessionLimits()) {
        self.record = record
        self.limits = limits
    }

    /// Whether the session can be used for requests.
    public var isUsable: Bool { record.standing.isSignedIn }

    /// Handles one event and appends the effects that follow from it.
    public mutating func handle(_ event: Event, into effects: inout [Effect]) {
        switch event {
        case .launched(let now): launch(now, into: &effects)
        case .stored(let stored): if record.standing == .none { record = stored }
        case .signedIn(let until, let now): begin(until, now, into: &effects)
        case .renewed(let until, let now):
            if isRenewing { begin(until, now, into: &effects) }
        case .renewalFailed: failRenewal(into: &effects)
        case .renewalRefused: if isRenewing { end(.refused, into: &effects) }
        case .rejected: renew(into: &effects)
        case .signOutAsked: end(.asked, into: &effects)
        case .appleRevoked: end(.appleRevoked, into: &effects)
        case .foreground(let value):
            isForeground = value
            if value, failures > 0 { renew(into: &effects) }
        case .calls(let value): hasCalls = value
        case .cleared: finishClearing()
        case .timerFired(.renewal): renew(into: &effects)
        }
        clearWhenHarmless(into: &effects)
    }

    private mutating func launch(_ now: WallTime, into effects: inout [Effect]) {
        guard case .signedIn(let until) = record.standing else { return }
        let timeLeft = until.since(now)
        if timeLeft <= .zero {
            renew(into: &effects)
        } else {
            effects.append(.startTimer(.renewal, after: limits.renewal.wait(timeLeft: timeLeft)))
        }
    }

    private mutating func begin(_ until: WallTime, _ now: WallTime, into effects: inout [Effect]) {
        // The old session must be cleared completely before a new one begins. The shell keeps this order.
        guard !isClearing else { return }
        record.standing = .signedIn(until: until)
        isRenewing = false
        failures = 0
        let delay = limits.renewal.wait(timeLeft: until.since(now))
        effects.append(.startTimer(.renewal, after: delay))
    }

    private mutating func renew(into effects: inout [Effect]) {
        guard isUsable, !isRenewing else { return }
        isRenewing = true
        effects.append(.stopTimer(.renewal))
        effects.append(.renew)
    }

    private mutating func failRenewal(into effects: inout [Effect]) {
        guard isRenewing else { return }
        isRenewing = false
        failures = min(failures + 1, 16)
        effects.append(.startTimer(.renewal, after: limits.retry.wait(after: failures)))
    }

    private mutating func end(_ cause: SessionEndCause, into effects: inout [Effect]) {
        guard isUsable else { return }
        record.standing = .ending(cause)
        isRenewing = false
        failures = 0
        effects.append(.stopTimer(.renewal))
        effects.append(.over(cause))
    }

    private mutating func clearWhenHarmless(into effects: inout [Effect]) {
        guard case .ending(let cause) = record.standing, !isClearing, isForeground, !hasCalls else { return }
        isClearing = true
        effects.append(.clear(cause))
    }

    private mutating func finishClearing() {
        guard isClearing else { return }
        isClearing = false
        record.standing = .none
    }

    /// Compares everything but the limits, which are the same throughout a process.
    public static func == (left: SessionLifecycle, right: SessionLifecycle) -> Bool {
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

/// Why the session ended.
public enum SessionEndCause: String, CaseIterable, Hashable, Sendable, Codable {
    /// The person signed out.
    case asked
    /// The exchange ended the session or refused to renew it.
    case refused
    /// The person withdrew the consent to sign in with Apple, or uses another Apple account.
    case appleRevoked
}

/// The stored state of the person's session. The token itself is in the keychain.
public struct SessionRecord: Hashable, Sendable, Codable {
    /// The standing of a session.
    public enum Standing: Hashable, Sendable, Codable {
        /// No person is signed in.
        case none
        /// The session is valid until this time, by the exchange's clock.
        case signedIn(until: WallTime)
        /// The session is over. Its data stays on the device until removing it does no harm.
        case ending(SessionEndCause)

        /// Whether a person is signed in.
        public var isSignedIn: Bool { if case .signedIn = self { true } else { false } }
    }

    /// Whether a person is signed in, and until when.
    public internal(set) var standing = Standing.none

    /// The record of a phone on which no person has signed in.
    public init() {}
}

/// The limits of the session.
public struct SessionLimits: Hashable, Sendable {
    /// When the session is renewed. The longest wait makes every device contact the exchange once a day.
    public var renewal = RenewalPace(percent: 80, shortest: .seconds(60), longest: .seconds(24 * 3_600))
    /// The waits after failed renewals.
    public var retry = RetryPace(first: .seconds(5), longest: .seconds(600))

    /// Creates the default limits.
    public init() {}
}

/// The timer of the session.
public enum SessionTimer: Hashable, Sendable {
    /// The session is due for renewal. A late or surplus firing does no harm.
    case renewal
}
