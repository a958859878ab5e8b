public import Redaction

/// Sees to it that the exchange has the device's push token, and only that one.
///
/// The exchange keeps one slot for each installation and environment, so saying a token again changes nothing, and an
/// upload whose answer was lost is simply repeated.
public struct TokenLedger: Hashable, Sendable {
    /// What is said to the exchange: what stands in the slot of this installation from now on.
    public struct Message: Hashable, Sendable {
        public let environment: PushEnvironment
        /// `nil` empties the slot.
        public let token: PushToken?

        public init(_ environment: PushEnvironment, _ token: PushToken?) {
            self.environment = environment
            self.token = token
        }
    }

    /// What happens to it.
    public enum Event: Hashable, Sendable {
        case launched(PushEnvironment)
        /// The record of the previous process. It comes late if the device had not been unlocked since it started.
        case stored(TokenRecord)
        /// The system gave a token, or said that it holds no longer; said at each start, from what the registry has.
        /// Source: C14 (documented).
        case token(PushToken?)
        /// Whether somebody is signed in, without whom the exchange takes nothing.
        case session(Bool)
        case confirmed(Message)
        /// The exchange could not be asked or had no answer.
        case failed(Message)
        /// The exchange does not know this installation any more, or another person signed in on it.
        case forgotten
        /// The person signs out: the slot is emptied whatever the system says.
        case signingOut
        case timerFired(TokenTimer)
    }

    /// What it says.
    public enum Decision: Hashable, Sendable {
        /// The answer is `confirmed` or `failed`.
        case send(Message)
        /// Nothing of this installation is left at the exchange: what a sign-out waits for.
        case emptied
        /// Starts a timer. It replaces a timer of the same name.
        case startTimer(TokenTimer, after: Duration)
        case stopTimer(TokenTimer)
    }

    /// Between two attempts.
    public static let retry = RetryPace(first: .seconds(2), longest: .seconds(900))

    /// The state that the phone stores.
    public private(set) var record: TokenRecord
    /// What the system gave, in this process.
    private var given: PushToken?
    private var hasSession = false
    private var isSigningOut = false
    private var underWay: Message?
    /// In a row.
    private var failures: UInt8 = 0
    /// The retry timer runs.
    private var isWaiting = false

    /// Continues from the record of the previous process.
    public init(record: TokenRecord = TokenRecord()) {
        self.record = record
        given = record.wanted
    }

    /// Whether the exchange has what it should have.
    public var isSettled: Bool { next == nil }

    /// Handles one event and appends the decisions that follow from it.
    public mutating func handle(_ event: Event, at now: Duration, into decisions: inout [Decision]) {
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
        case .confirmed(let message): confirm(message, into: &decisions)
        case .failed(let message): fail(message, into: &decisions)
        case .forgotten:
            record.known = .unknown
            isWaiting = false
        case .signingOut:
            isSigningOut = true
            want(nil)
            if next == nil { decisions.append(.emptied) }
        case .timerFired(.retry): isWaiting = false
        }
        if hadToWait, !isWaiting { decisions.append(.stopTimer(.retry)) }
        sendNext(into: &decisions)
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

    /// What the system has said in this process counts more than what it said to another.
    private mutating func restore(_ stored: TokenRecord) {
        guard underWay == nil else { return }
        let (environment, spoken) = (record.environment, given)
        record = stored
        given = stored.wanted
        if let environment { launch(environment) }
        guard let spoken else { return }
        given = spoken
        if !isSigningOut { want(spoken) }
    }

    private mutating func want(_ token: PushToken?) {
        guard record.wanted != token else { return }
        record.wanted = token
        failures = 0
        isWaiting = false
    }

    private mutating func stopSigningOut() {
        isSigningOut = false
        want(given)
    }

    /// What the exchange must be told, if anything.
    private var next: Message? {
        guard let environment = record.environment else { return nil }
        if let abandoned = record.abandoned { return Message(abandoned, nil) }
        return record.known == .confirmed(record.wanted) ? nil : Message(environment, record.wanted)
    }

    private mutating func sendNext(into decisions: inout [Decision]) {
        guard underWay == nil, hasSession || isSigningOut, !isWaiting, let next else { return }
        underWay = next
        // Until the answer is there nobody knows which of the two it has.
        if next.environment == record.environment { record.known = .unknown }
        decisions.append(.send(next))
    }

    private mutating func confirm(_ message: Message, into decisions: inout [Decision]) {
        guard underWay == message else { return }
        underWay = nil
        failures = 0
        if message.environment == record.environment {
            record.known = .confirmed(message.token)
        } else if message.environment == record.abandoned {
            record.abandoned = nil
        }
        if isSigningOut, next == nil { decisions.append(.emptied) }
    }

    private mutating func fail(_ message: Message, into decisions: inout [Decision]) {
        guard underWay == message else { return }
        underWay = nil
        failures = min(failures + 1, 16)
        isWaiting = true
        decisions.append(.startTimer(.retry, after: Self.retry.wait(after: failures)))
    }
}

/// What outlives the process of the push token. The exchange keeps one slot for each installation and environment.
public struct TokenRecord: Hashable, Sendable, Codable {
    /// What the exchange has in a slot, as far as it is known here.
    public enum Known: Hashable, Sendable, Codable {
        /// Something may be on its way, or nothing was ever said.
        case unknown
        /// It confirmed this token; `nil`: that there is none.
        case confirmed(PushToken?)
    }

    /// The environment of this build; `nil` before the first start.
    public internal(set) var environment: PushEnvironment?
    /// What the exchange should have for it.
    public internal(set) var wanted: PushToken?
    /// What it has for it.
    public internal(set) var known = Known.confirmed(nil)
    /// The environment of an earlier build whose slot is to be emptied, until that is confirmed.
    public internal(set) var abandoned: PushEnvironment?

    /// Nothing was said and nothing is wanted.
    public init() {}
}

/// Names the one deadline of the token ledger.
public enum TokenTimer: Hashable, Sendable {
    /// The next attempt is due. A late or surplus firing does no harm.
    case retry
}

/// The token by which the exchange reaches this device, as lowercase hexadecimal digits.
public struct PushToken: Hashable, Sendable, Codable {
    /// The digits.
    public let digits: Redacted<String>

    /// Wraps the hexadecimal digits.
    public init(_ digits: Redacted<String>) {
        self.digits = digits
    }
}

/// Which of Apple's push services a token belongs to: a build for development, or one for people.
///
/// Source: C14 (documented: a token is per installation and per environment).
public enum PushEnvironment: String, CaseIterable, Hashable, Sendable, Codable {
    case sandbox
    case production
}
