/// Sees to it that the exchange has a key of this device, to seal with it who calls before a push service carries it.
///
/// The key itself is the shell's; here it is a number. Each sign-in makes a new one, because the exchange forgets that
/// of the session before. Saying a key again changes nothing, so an upload whose answer was lost is simply repeated.
public struct PushKeyRegistration: Hashable, Sendable {
    /// What happens to it.
    public enum Event: Hashable, Sendable {
        /// Which key is on the device; told once a process has time to look, and again. Until then nothing is done.
        case found(PushKeyID?)
        /// The record of the previous process. It comes late if the device had not been unlocked since it started.
        case stored(PushKeyRecord)
        /// Whether a person is signed in, without whom the exchange takes nothing.
        case session(Bool)
        case signedIn
        /// A key was made, and is on the disk.
        case made(PushKeyID)
        case notMade
        /// The exchange has it.
        case confirmed(PushKeyID)
        /// The exchange could not be asked or did not take it.
        case failed(PushKeyID)
        /// A push came whose caller no key on the device opens, or is not sealed: the exchange has another one, or
        /// none.
        case unopened
        /// The person is off the device.
        case signedOut
        case timerFired(PushKeyTimer)
    }

    /// What it says.
    public enum Decision: Hashable, Sendable {
        /// Make a key beside the one that is there; the answer is `made` or `notMade`.
        case make
        /// Give it to the exchange; the answer is `confirmed` or `failed`.
        case upload(PushKeyID)
        /// Every key on the device.
        case erase
        /// Starts a timer. It replaces a timer of the same name.
        case startTimer(PushKeyTimer, after: Duration)
        case stopTimer(PushKeyTimer)
    }

    /// Between two attempts.
    public static let retry = RetryPace(first: .seconds(2), longest: .seconds(900))

    private enum Work: Hashable, Sendable {
        /// Leaves to: `making`, `uploading` (there is something to do, and a session).
        case none
        /// Leaves to: `none` (made, signed in or out meanwhile), `waiting` (not made).
        case making
        /// Leaves to: `none` (confirmed, signed in or out meanwhile), `waiting` (failed).
        case uploading(PushKeyID)
        /// For another attempt. Leaves to: `none` (the time is over, signed in or out).
        case waiting
    }

    /// The state that the phone stores.
    public private(set) var record: PushKeyRecord
    /// Whether the shell has said which key there is.
    private var isTold = false
    private var held: PushKeyID?
    private var hasSession = false
    private var work = Work.none
    /// In a row.
    private var failures: UInt8 = 0
    /// Whether this process has replaced a key that opened nothing: once has to do, whatever is pushed.
    private var hasReplaced = false

    /// Continues from the record of the previous process.
    public init(record: PushKeyRecord = PushKeyRecord()) {
        self.record = record
    }

    /// Whether the exchange has the key that is on the device.
    public var isSettled: Bool { !record.owesRenewal && held != nil && record.confirmed == held }

    /// Handles one event and appends the decisions that follow from it.
    public mutating func handle(_ event: Event, at now: Duration, into decisions: inout [Decision]) {
        let hadToWait = work == .waiting
        switch event {
        case .found(let key):
            isTold = true
            held = key
            // What was to be given to the exchange is not there.
            if case .uploading(let id) = work, id != key { work = .none }
        case .stored(let stored): record = stored
        case .session(let value): hasSession = value
        case .signedIn: begin(owesRenewal: true)
        case .made(let key): if work == .making { take(key) }
        case .notMade: if work == .making { fail(into: &decisions) }
        case .confirmed(let key): if work == .uploading(key) { confirm(key) }
        case .failed(let key): if work == .uploading(key) { fail(into: &decisions) }
        case .unopened: replaceOnce()
        case .signedOut:
            if held != nil { decisions.append(.erase) }
            held = nil
            begin(owesRenewal: false)
        case .timerFired(.retry): if work == .waiting { work = .none }
        }
        if hadToWait, work != .waiting { decisions.append(.stopTimer(.retry)) }
        proceed(into: &decisions)
    }

    private mutating func begin(owesRenewal: Bool) {
        record = PushKeyRecord()
        record.owesRenewal = owesRenewal
        work = .none
        failures = 0
    }

    private mutating func take(_ key: PushKeyID) {
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

    private mutating func fail(into decisions: inout [Decision]) {
        failures = min(failures + 1, 16)
        work = .waiting
        decisions.append(.startTimer(.retry, after: Self.retry.wait(after: failures)))
    }

    /// A push may be older than what is being done about the key.
    private mutating func replaceOnce() {
        guard isSettled, hasSession, !hasReplaced else { return }
        hasReplaced = true
        record.owesRenewal = true
    }

    private mutating func proceed(into decisions: inout [Decision]) {
        guard isTold, hasSession, work == .none, !isSettled else { return }
        // The process before made it, and ended. Yet another would push the one that the exchange has off the device.
        if record.owesRenewal, let held, let outdated = record.outdated, held != outdated { take(held) }
        if !record.owesRenewal, let held {
            work = .uploading(held)
            decisions.append(.upload(held))
        } else {
            record.outdated = held
            work = .making
            decisions.append(.make)
        }
    }
}

/// Tells one push key of the device from another. It says nothing of the key.
public struct PushKeyID: RawRepresentable, Hashable, Sendable, Codable {
    public var rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// What outlives the process of the push key.
public struct PushKeyRecord: Hashable, Sendable, Codable {
    /// The key that the exchange has confirmed.
    public internal(set) var confirmed: PushKeyID?
    /// Whether a new key is due: a person has signed in since the last one was made.
    public internal(set) var owesRenewal = false
    /// The key on the device when it was to be replaced: another one is the new one.
    public internal(set) var outdated: PushKeyID?

    /// No key was ever given.
    public init() {}
}

/// Names the one deadline of the push key's registration.
public enum PushKeyTimer: Hashable, Sendable {
    /// The next attempt is due. A late or surplus firing does no harm.
    case retry
}
