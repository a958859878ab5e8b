/// Makes sure that the exchange has a key of this device, with which it seals the caller before a push service carries
/// it.
///
/// The shell holds the key itself; here it is only a number. Each sign-in makes a new key, because the exchange forgets
/// the key of the old session. A repeated upload changes nothing, so an upload without an answer is simply repeated.
public struct PushKeyRegistration: Hashable, Sendable {
    /// The inputs of the machine.
    public enum Event: Hashable, Sendable {
        /// The key on the device. The shell reports it when the process has time to look, and may repeat it. The
        /// machine does nothing before the first report.
        case found(PushKeyID?)
        /// The record of the previous process. It comes late if the device had not been unlocked since it started.
        case stored(PushKeyRecord)
        /// Whether a person is signed in. Without a session the exchange accepts no key.
        case session(Bool)
        /// A person signed in on the device.
        case signedIn
        /// A key was made and stored.
        case made(PushKeyID)
        /// No key could be made, or it could not be stored.
        case notMade
        /// The exchange has the key.
        case confirmed(PushKeyID)
        /// The exchange was unreachable or refused the key.
        case failed(PushKeyID)
        /// A push came whose caller is not sealed or cannot be opened with the device's keys: the exchange has another
        /// key or none.
        case unopened
        /// The person has signed out of the device.
        case signedOut
        /// A timer has run out.
        case timerFired(PushKeyTimer)
    }

    /// The outputs of the machine.
    public enum Effect: Hashable, Sendable {
        /// Make a key beside the existing one. The answer is `made` or `notMade`.
        case make
        /// Give the key to the exchange. The answer is `confirmed` or `failed`.
        case upload(PushKeyID)
        /// Erase all keys on the device.
        case erase
        /// Starts a timer. It replaces a timer of the same name.
        case startTimer(PushKeyTimer, after: Duration)
        /// Stops a timer, if it runs.
        case stopTimer(PushKeyTimer)
    }

    /// The waits between attempts.
    public static let retry = RetryPace(first: .seconds(2), longest: .seconds(900))

    private enum Work: Hashable, Sendable {
        /// Leaves to: `making`, `uploading` (there is something to do, and a session).
        case none
        /// Leaves to: `none` (made, signed in or out meanwhile), `waiting` (not made).
        case making
        /// Leaves to: `none` (confirmed, signed in or out meanwhile), `waiting` (failed).
        case uploading(PushKeyID)
        /// The next attempt waits for the timer.
        /// Leaves to: `none` (the time is over, signed in or out).
        case waiting
    }

    /// The state that the phone stores.
    public private(set) var record: PushKeyRecord
    /// Whether the shell has reported the key on the device.
    private var isReported = false
    private var held: PushKeyID?
    private var hasSession = false
    private var work = Work.none
    /// The number of consecutive failures.
    private var failures: UInt8 = 0
    /// Whether this process has replaced a key that opened no push. It does so once, however many such pushes come.
    private var hasReplaced = false

    /// Continues from the record of the previous process.
    public init(record: PushKeyRecord = PushKeyRecord()) {
        self.record = record
    }

    /// Whether the exchange has the key on the device.
    public var isSettled: Bool { !record.owesRenewal && held != nil && record.confirmed == held }

    /// Handles one event and appends the effects that follow from it.
    public mutating func handle(_ event: Event, into effects: inout [Effect]) {
        let hadToWait = work == .waiting
        switch event {
        case .found(let key):
            isReported = true
            held = key
            // The key under upload no longer exists.
            if case .uploading(let id) = work, id != key { work = .none }
        case .stored(let stored): record = stored
        case .session(let value): hasSession = value
        case .signedIn: begin(owesRenewal: true)
        case .made(let key): if work == .making { handle(key) }
        case .notMade: if work == .making { fail(into: &effects) }
        case .confirmed(let key): if work == .uploading(key) { confirm(key) }
        case .failed(let key): if work == .uploading(key) { fail(into: &effects) }
        case .unopened: replaceOnce()
        case .signedOut:
            if held != nil { effects.append(.erase) }
            held = nil
            begin(owesRenewal: false)
        case .timerFired(.retry): if work == .waiting { work = .none }
        }
        if hadToWait, work != .waiting { effects.append(.stopTimer(.retry)) }
        proceed(into: &effects)
    }

    private mutating func begin(owesRenewal: Bool) {
        record = PushKeyRecord()
        record.owesRenewal = owesRenewal
        work = .none
        failures = 0
    }

    private mutating func handle(_ key: PushKeyID) {
        held = key
        record.owesRenewal = false
        record.outdated = nil
        work = .none
        failures = 0
    }

    private mutating func confirm(_ key: PushKeyID) {
        record.confirmed = key
        work = .none
        failures = 0
    }

    private mutating func fail(into effects: inout [Effect]) {
        failures = min(failures + 1, 16)
        work = .waiting
        effects.append(.startTimer(.retry, after: Self.retry.wait(after: failures)))
    }

    /// Replaces the key, once in each process. The push may be older than a change of the key that is under way, so a
    /// push during a change is ignored.
    private mutating func replaceOnce() {
        guard isSettled, hasSession, !hasReplaced else { return }
        hasReplaced = true
        record.owesRenewal = true
    }

    private mutating func proceed(into effects: inout [Effect]) {
        guard isReported, hasSession, work == .none, !isSettled else { return }
        // The previous process made this key and ended. Making another one would remove the key that the exchange has
        // from the device.
        if record.owesRenewal, let held, let outdated = record.outdated, held != outdated { handle(held) }
        if !record.owesRenewal, let held {
            work = .uploading(held)
            effects.append(.upload(held))
        } else {
            record.outdated = held
            work = .making
            effects.append(.make)
        }
    }
}

/// Identifies a push key of the device. It reveals nothing of the key.
public struct PushKeyID: RawRepresentable, Hashable, Sendable, Codable {
    public var rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// The stored state of the push key.
public struct PushKeyRecord: Hashable, Sendable, Codable {
    /// The key that the exchange has confirmed.
    public internal(set) var confirmed: PushKeyID?
    /// Whether a new key is due, because a person has signed in since the last one was made.
    public internal(set) var owesRenewal = false
    /// The key on the device when its replacement began. Another key there is the new one.
    public internal(set) var outdated: PushKeyID?

    /// Creates a record without a key.
    public init() {}
}

/// The timer of the push key's registration.
public enum PushKeyTimer: Hashable, Sendable {
    /// The next attempt is due. A late or surplus firing does no harm.
    case retry
}
