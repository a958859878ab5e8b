/// Decides how one command of the outbox is sent until its result is known.
///
/// A carrier tells a repetition from a new command by its name, but only for a minute. So a command may be repeated
/// blindly within that minute; later the leg must be looked at first, or a phone would ring twice.
/// Source: Telnyx, command_id for 60 s, the identical command after 500 ms without an answer (documented).
public struct OutboxRow: Hashable, Sendable, Codable {
    /// How long a carrier knows a command again.
    public static let repetitionMax: Duration = .seconds(60)
    /// How long an answer may take.
    public static let answerWait: Duration = .milliseconds(500)
    /// The longest wait between two tries.
    public static let retryWaitMax: Duration = .seconds(8)
    /// The margin before the carrier forgets: its clock and the way to it are not ours.
    public static let repetitionMargin: Duration = .seconds(5)

    /// What to do next.
    public enum Step: Hashable, Sendable {
        /// Send it.
        case send
        /// Nothing before then.
        case wait(until: Duration)
        /// Too long ago to repeat: the leg has to be looked at. Tell the session ``CommandResult/unavailable``.
        case giveUp
        /// Its result is known.
        case done
    }

    /// When it was sent first; nil before that.
    public private(set) var firstSentAt: Duration?
    /// When it was sent last.
    public private(set) var lastSentAt: Duration?
    /// How often it was sent.
    public private(set) var tries: UInt16 = 0
    /// Nothing is sent before.
    public private(set) var notBefore: Duration?
    /// Whether its result is known, or it was taken back.
    public private(set) var isDone = false

    /// A row that was written and not sent.
    public init() {}

    /// A row that was sent before, as a store remembers it.
    public init(firstSentAt: Duration?, tries: UInt16) {
        self.firstSentAt = firstSentAt
        lastSentAt = firstSentAt
        self.tries = tries
    }

    /// What to do at `now`, by the store's clock; after a restart too.
    public func step(at now: Duration) -> Step {
        if isDone { return .done }
        guard let firstSentAt, let lastSentAt else { return notBefore.map { wait($0, now) } ?? .send }
        if firstSentAt + Self.repetitionMax - Self.repetitionMargin <= now { return .giveUp }
        return wait(max(lastSentAt + backOff, notBefore ?? .zero), now)
    }

    private func wait(_ time: Duration, _ now: Duration) -> Step { time <= now ? .send : .wait(until: time) }

    /// Half a second, and twice as long after each try.
    private var backOff: Duration {
        min(Self.answerWait * (1 << Int(max(min(tries, 8), 1) - 1)), Self.retryWaitMax)
    }

    /// It is being sent. To be stored before the first byte leaves.
    public mutating func sent(at now: Duration) {
        firstSentAt = firstSentAt ?? now
        lastSentAt = now
        tries = tries == .max ? tries : tries + 1
    }

    /// The carrier was too busy in general, or broken: the same again after `wait`.
    public mutating func postponed(by wait: Duration, at now: Duration) {
        notBefore = now + wait
    }

    /// Its result is known.
    public mutating func finished() {
        isDone = true
    }

    /// It is not wanted any more. True if it never left, so that it counts as ``CommandResult/withdrawn``.
    public mutating func withdraw() -> Bool {
        guard firstSentAt == nil, !isDone else { return false }
        isDone = true
        return true
    }
}
