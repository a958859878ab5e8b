/// Carries out a sign-out, even if the exchange fails or the process ends meanwhile.
///
/// Each step is repeated until it is done. Steps that need the exchange are given up after a time: the device is
/// cleared anyway, and the exchange detects a dead token by itself.
public struct SignOut: Hashable, Sendable, Codable {
    /// The inputs of the machine.
    public enum Event: Hashable, Sendable {
        /// The process started. The sign-out continues where the previous process stopped.
        case launched
        /// Start a sign-out. It has no effect while one is under way.
        case begin(SessionEndCause)
        /// A step is done.
        case done(SignOutStep)
        /// A step that needs the exchange did not reach it, or was refused.
        case failed(SignOutStep)
        /// A step waited ``SignOut/exchangeDuration`` for the exchange.
        case timerFired(SignOutTimer)
    }

    /// The outputs of the machine.
    public enum Effect: Hashable, Sendable {
        /// Perform this step. Repetition does no harm.
        case perform(SignOutStep)
        /// All data of the person has been removed from the device.
        case finished
        /// Starts a timer. It replaces a timer of the same name.
        case startTimer(SignOutTimer, after: Duration)
        /// Stops a timer, if it runs.
        case stopTimer(SignOutTimer)
    }

    /// How long a step waits for the exchange while the person watches.
    public static let exchangeDuration: Duration = .seconds(5)

    /// The remaining steps, in order. The first one is under way.
    public private(set) var remaining: [SignOutStep] = []

    /// Creates a machine without a sign-out under way.
    public init() {}

    /// Handles one event and appends the effects that follow from it.
    public mutating func handle(_ event: Event, into effects: inout [Effect]) {
        switch event {
        case .launched: perform(into: &effects)
        case .begin(let cause):
            guard remaining.isEmpty else { return }
            // An exchange that ended the session accepts no more requests.
            remaining = SignOutStep.allCases.filter { cause != .refused || !$0.needsExchange }
            perform(into: &effects)
        case .done(let step), .failed(let step):
            guard remaining.first == step else { return }
            if step.needsExchange { effects.append(.stopTimer(.exchange(step))) }
            advance(into: &effects)
        case .timerFired(.exchange(let step)):
            if remaining.first == step { advance(into: &effects) }
        }
    }

    private mutating func advance(into effects: inout [Effect]) {
        remaining.removeFirst()
        if remaining.isEmpty { effects.append(.finished) } else { perform(into: &effects) }
    }

    private func perform(into effects: inout [Effect]) {
        guard let step = remaining.first else { return }
        effects.append(.perform(step))
        if step.needsExchange { effects.append(.startTimer(.exchange(step), after: Self.exchangeDuration)) }
    }
}

/// The steps of a sign-out, in this order.
public enum SignOutStep: UInt8, CaseIterable, Hashable, Sendable, Codable {
    /// The exchange forgets the push token while the session is still valid. From then on no call of the person rings
    /// here.
    case pushToken
    /// The exchange ends the session.
    case session
    /// All connections are closed, and the credentials of all organizations and the push keys are erased.
    case credentials
    /// The person's missed and dropped calls are removed from the notification center and from the record.
    case notices
    /// The session's token and Apple's identifier of the person are erased.
    case identity

    /// Whether the step needs the exchange, which may be unreachable.
    public var needsExchange: Bool {
        switch self {
        case .pushToken, .session: true
        case .credentials, .notices, .identity: false
        }
    }
}

/// The timer of a sign-out.
public enum SignOutTimer: Hashable, Sendable {
    /// The exchange did not complete this step in time.
    case exchange(SignOutStep)
}
