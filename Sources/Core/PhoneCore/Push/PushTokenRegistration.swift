public import Redaction

/// Makes sure that the exchange has the device's push token and no other.
///
/// The exchange keeps one slot for each installation and environment. A repeated upload changes nothing, so an upload
/// without an answer is simply repeated.
public struct PushTokenRegistration: Hashable, Sendable {
    /// A message to the exchange: the new content of this installation's slot.
    public struct Message: Hashable, Sendable {
        /// Apple's service that the token is of; each has a slot of its own.
        public let environment: PushEnvironment
        /// `nil` empties the slot.
        public let token: DevicePushToken?

        public init(_ environment: PushEnvironment, _ token: DevicePushToken?) {
            self.environment = environment
            self.token = token
        }
    }

    /// The inputs of the machine.
    public enum Event: Hashable, Sendable {
        /// The process started, in a build of this environment.
        case launched(PushEnvironment)
        /// The record of the previous process. It comes late if the device had not been unlocked since it started.
        case stored(PushTokenRecord)
        /// The system gave a token or invalidated it. This is repeated at each start, from the registry's value.
        /// Source: C14 (documented).
        case token(DevicePushToken?)
        /// Whether a person is signed in. Without a session the exchange accepts no token.
        case session(Bool)
        /// The exchange stored the content of the message.
        case confirmed(Message)
        /// The exchange was unreachable or did not answer.
        case failed(Message)
        /// The exchange no longer knows this installation, or another person signed in on it.
        case forgotten
        /// The person signs out. The slot is emptied, whatever token the system gives.
        case signingOut
        /// A timer has run out.
        case timerFired(PushTokenTimer)
    }

    /// The outputs of the machine.
    public enum Effect: Hashable, Sendable {
        /// Send a message. The answer is `confirmed` or `failed`.
        case send(Message)
        /// The exchange has no token of this installation any more. A sign-out waits for this.
        case emptied
        /// Starts a timer. It replaces a timer of the same name.
        case startTimer(PushTokenTimer, after: Duration)
        /// Stops a timer, if it runs.
        case stopTimer(PushTokenTimer)
    }

    /// The waits between attempts.
    public static let retry = RetryPace(first: .seconds(2), longest: .seconds(900))

    /// The state that the phone stores.
    public private(set) var record: PushTokenRecord
    /// The token that the system gave in this process.
    private var given: DevicePushToken?
    private var hasSession = false
    private var isSigningOut = false
    private var underWay: Message?
    /// The number of consecutive failures.
    private var failures: UInt8 = 0
    /// Whether the retry timer runs.
    private var isWaiting = false

    /// Continues from the record of the previous process.
    public init(record: PushTokenRecord = PushTokenRecord()) {
        self.record = record
        given = record.wanted
    }

    /// Whether the exchange has the right token.
    public var isSettled: Bool { next == nil }

    /// Handles one event and appends the effects that follow from it.
    public mutating func handle(_ event: Event, into effects: inout [Effect]) {
        let hadToWait = isWaiting
        switch event {
        case .launched(let environment): launch(environment)
        case .stored(let stored): restore(stored)
        case .token(let token):
            given = token
            if !isSigningOut { want(token) }
        case .session(let value):
            hasSession = value
            if value, isSigningOut { stopSigningOut() }
        case .confirmed(let message): confirm(message, into: &effects)
        case .failed(let message): fail(message, into: &effects)
        case .forgotten:
            record.known = .unknown
            isWaiting = false
        case .signingOut:
            isSigningOut = true
            want(nil)
            if next == nil { effects.append(.emptied) }
        case .timerFired(.retry): isWaiting = false
        }
        if hadToWait, !isWaiting { effects.append(.stopTimer(.retry)) }
        sendNext(into: &effects)
    }

    private mutating func launch(_ environment: PushEnvironment) {
        if let before = record.environment, before != environment {
            record.abandoned = record.known == .confirmed(nil) ? record.abandoned : before
            record.known = .unknown
            record.wanted = nil
            given = nil
        }
        if record.abandoned == environment { record.abandoned = nil }
        record.environment = environment
    }

    /// Restores the record. A token that the system gave in this process takes precedence over the stored one.
    private mutating func restore(_ stored: PushTokenRecord) {
        guard underWay == nil else { return }
        let (environment, spoken) = (record.environment, given)
        record = stored
        given = stored.wanted
        if let environment { launch(environment) }
        guard let spoken else { return }
        given = spoken
        if !isSigningOut { want(spoken) }
    }

    private mutating func want(_ token: DevicePushToken?) {
        guard record.wanted != token else { return }
        record.wanted = token
        failures = 0
        isWaiting = false
    }

    private mutating func stopSigningOut() {
        isSigningOut = false
        want(given)
    }

    /// The next message to the exchange, if one is due.
    private var next: Message? {
        guard let environment = record.environment else { return nil }
        if let abandoned = record.abandoned { return Message(abandoned, nil) }
        return record.known == .confirmed(record.wanted) ? nil : Message(environment, record.wanted)
    }

    private mutating func sendNext(into effects: inout [Effect]) {
        guard underWay == nil, hasSession || isSigningOut, !isWaiting, let next else { return }
        underWay = next
        // Until the answer comes it is unknown which of the two tokens the exchange has.
        if next.environment == record.environment { record.known = .unknown }
        effects.append(.send(next))
    }

    private mutating func confirm(_ message: Message, into effects: inout [Effect]) {
        guard underWay == message else { return }
        underWay = nil
        failures = 0
        if message.environment == record.environment {
            record.known = .confirmed(message.token)
        } else if message.environment == record.abandoned {
            record.abandoned = nil
        }
        if isSigningOut, next == nil { effects.append(.emptied) }
    }

    private mutating func fail(_ message: Message, into effects: inout [Effect]) {
        guard underWay == message else { return }
        underWay = nil
        failures = min(failures + 1, 16)
        isWaiting = true
        effects.append(.startTimer(.retry, after: Self.retry.wait(after: failures)))
    }
}

/// The stored state of the push token. The exchange keeps one slot for each installation and environment.
public struct PushTokenRecord: Hashable, Sendable, Codable {
    /// The content of a slot at the exchange, as far as known.
    public enum Known: Hashable, Sendable, Codable {
        /// A message may be on its way, or none was ever sent.
        case unknown
        /// The exchange confirmed this token; `nil` for an empty slot.
        case confirmed(DevicePushToken?)
    }

    /// The environment of this build; `nil` before the first start.
    public internal(set) var environment: PushEnvironment?
    /// The token that the exchange should have for this environment.
    public internal(set) var wanted: DevicePushToken?
    /// The content of this environment's slot.
    public internal(set) var known = Known.confirmed(nil)
    /// The environment of an earlier build whose slot must be emptied, until the exchange confirms it.
    public internal(set) var abandoned: PushEnvironment?

    /// Creates a record without a token.
    public init() {}
}

/// The timer of the push token's registration.
public enum PushTokenTimer: Hashable, Sendable {
    /// The next attempt is due. A late or surplus firing does no harm.
    case retry
}

/// The token by which the exchange reaches this device, as lowercase hexadecimal digits.
public struct DevicePushToken: Hashable, Sendable, Codable {
    /// The digits.
    public let digits: Redacted<String>

    /// Wraps the hexadecimal digits.
    public init(_ digits: Redacted<String>) {
        self.digits = digits
    }
}

/// The push service of Apple that a token belongs to: for development builds, or for released ones.
///
/// Source: C14 (documented: a token is per installation and per environment).
public enum PushEnvironment: String, CaseIterable, Hashable, Sendable, Codable {
    /// Apple's service for development builds.
    case sandbox
    /// Apple's service for builds from TestFlight and the App Store.
    case production
}
