/// Carries a sign-out through, whatever the exchange does and whenever the process ends.
///
/// Each step is repeated until it is done; those that take the exchange are given up after a time: the device is
/// cleared all the same, and the exchange finds a dead token by itself.
public struct SignOut: Hashable, Sendable, Codable {
    /// What happens to it.
    public enum Event: Hashable, Sendable {
        /// The process began: goes on where the one before stopped.
        case launched
        case begin(SessionEndCause)
        case done(SignOutStep)
        /// A step that takes the exchange found none, or was refused.
        case failed(SignOutStep)
        case timerFired(SignOutTimer)
    }

    /// What it says.
    public enum Decision: Hashable, Sendable {
        /// Do this; harmless when it is done already.
        case perform(SignOutStep)
        /// Nothing of the person is left on the device.
        case finished
        /// One of the same name is replaced.
        case startTimer(SignOutTimer, after: Duration)
        case stopTimer(SignOutTimer)
    }

    /// How long the exchange has for a step: a person waits for it.
    public static let exchangeDuration: Duration = .seconds(5)

    /// What is still to be done, in order; the first is under way.
    public private(set) var remaining: [SignOutStep] = []

    /// Nobody signs out.
    public init() {}

    /// Takes one event.
    public mutating func handle(_ event: Event, at now: Duration, into decisions: inout [Decision]) {
        switch event {
        case .launched: perform(into: &decisions)
        case .begin(let cause):
            guard remaining.isEmpty else { return }
            // The exchange that ended the session takes nothing from us any more.
            remaining = SignOutStep.allCases.filter { cause != .refused || !$0.needsExchange }
            perform(into: &decisions)
        case .done(let step), .failed(let step):
            guard remaining.first == step else { return }
            if step.needsExchange { decisions.append(.stopTimer(.exchange(step))) }
            advance(into: &decisions)
        case .timerFired(.exchange(let step)):
            if remaining.first == step { advance(into: &decisions) }
        }
    }

    private mutating func advance(into decisions: inout [Decision]) {
        remaining.removeFirst()
        if remaining.isEmpty { decisions.append(.finished) } else { perform(into: &decisions) }
    }

    private func perform(into decisions: inout [Decision]) {
        guard let step = remaining.first else { return }
        decisions.append(.perform(step))
        if step.needsExchange { decisions.append(.startTimer(.exchange(step), after: Self.exchangeDuration)) }
    }
}

/// One thing to be done when a person signs out, in this order.
public enum SignOutStep: UInt8, CaseIterable, Hashable, Sendable, Codable {
    /// The exchange forgets the push token, while it still takes our word: no call of the person rings here any more.
    case pushToken
    /// The exchange ends the session.
    case session
    /// Every connection is closed and every organisation's credentials are erased, with the push keys.
    case credentials
    /// Missed and dropped calls of the person vanish from the notification centre and from the record.
    case notices
    /// The session's token and Apple's name for the person are erased.
    case identity

    /// Whether it takes the exchange, which may not be there.
    public var needsExchange: Bool {
        switch self {
        case .pushToken, .session: true
        case .credentials, .notices, .identity: false
        }
    }
}

/// Names the one deadline of a sign-out.
public enum SignOutTimer: Hashable, Sendable {
    /// The exchange has had its time for this step.
    case exchange(SignOutStep)
}
