public import CallModel
public import RingCore

/// What came of one input.
public struct RingTurn: Hashable, Sendable {
    /// How the store took it.
    public enum Outcome: Hashable, Sendable {
        /// The session has dealt with it, and all that is stored.
        case taken
        /// It had been dealt with before: nothing changed.
        case repeated
        /// No session knows the leg it is about yet: it is kept for a while, and heard when one does.
        case parked
        /// There is no such session; that the news came is stored all the same.
        case unknownSession
    }

    public let outcome: Outcome
    /// The session, where there is one.
    public let session: CallSessionID?
    /// What follows. Commands and pushes are in the outbox already, records are stored; the rest is for whoever listens
    /// now, and is gone with the process.
    public let effects: [RingEffect]
    /// How the session stands after it; nil unless it was taken.
    public let status: RingStatus?
    /// Everybody whom a change of it concerns, each once: those whose devices may be rung, then a caller of ours.
    public let users: [UserID]
    /// Whether the caller's leg is over after it, whatever the session still waits for.
    public let isCallerGone: Bool
    /// What came of it for a session that a call which came in has met.
    public let met: [RingTurn]

    public init(
        outcome: Outcome, session: CallSessionID?, effects: [RingEffect], status: RingStatus? = nil,
        users: [UserID] = [], isCallerGone: Bool = false, met: [RingTurn] = []
    ) {
        self.outcome = outcome
        self.session = session
        self.effects = effects
        self.status = status
        self.users = users
        self.isCallerGone = isCallerGone
        self.met = met
    }
}
