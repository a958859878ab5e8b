/// A ring session as its store writes it: as it was read, with everything that it has decided since.
///
///     stored session ─► RingSessionUpdate ◄─ events, each decided by RingSession
///                             └─► the session with its new revision, and all effects: one transaction
///
/// Every event that changes the session raises its revision, which the store compares, and adds the effects by which
/// others follow the session from outside of its owner's memory: its state, when it is due, and that it is closed. The
/// owner of a session in memory reads these where it needs them, and calls ``RingSession`` itself.
public struct RingSessionUpdate: Hashable, Sendable {
    /// The session as it is now.
    public private(set) var session: RingSession
    /// The revision of the stored session; 0: none is stored.
    public let revision: UInt64
    /// All effects so far, in order.
    public private(set) var effects: [RingEffect] = []

    /// Begins with a stored session.
    public init(of session: RingSession) {
        self.session = session
        revision = session.revision
    }

    /// Opens a session for a call.
    ///
    /// - Parameters:
    ///   - meeting: the part of this call if it meets another one; then no device rings for it at first.
    ///   - now: since the origin of the store's clock.
    public init(opening call: InboundCall, meeting: GlareResolution? = nil, at now: Duration) {
        revision = 0
        session = RingSession.open(call, meeting: meeting, at: now, into: &effects)
        session.revision = 1
        session.version = 1
        effects.append(.stateChanged(session.status))
        if session.isClosed { effects.append(.closed) }
        effects.append(.wake(at: session.nextDue))
    }

    /// Lets the session handle one event.
    public mutating func apply(_ event: RingEvent, at now: Duration) {
        let before = session
        session.handle(event, at: now, into: &effects)
        guard session != before else { return }
        session.revision += 1
        if session.status != before.status {
            session.version += 1
            effects.append(.stateChanged(session.status))
        }
        if session.isClosed && !before.isClosed { effects.append(.closed) }
        if session.nextDue != before.nextDue { effects.append(.wake(at: session.nextDue)) }
    }

    /// Adds an alarm about what the store found while it wrote the effects.
    public mutating func raise(_ alarm: RingAlarm) { effects.append(.alarm(alarm)) }
}
