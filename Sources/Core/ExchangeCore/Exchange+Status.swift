public import CallModel

extension Exchange {
    /// How a call stands; of one that ended a while ago only the journal knows. Calls to numbers are asked about where
    /// they are decided.
    public func status(of session: CallSessionID) -> CallStatus? {
        guard let call = calls[session], call.commanded == nil else { return nil }
        return call.status
    }

    /// Live calls.
    public var liveCallCount: Int { calls.count - endedCalls.count }

    /// Signalling sessions, with and without a connection.
    public var sessionCount: Int { registrations.sessions.count }

    /// Connections that have logged in.
    public var connectionCount: Int { registrations.connectionCount }

    /// Live calls of a user, ringing ones included.
    public func liveCallCount(of user: UserID) -> Int {
        registrations.user(user).liveCalls
    }

    /// The devices of a user, in the order they first logged in.
    public func devices(of user: UserID) -> [DeviceID] {
        registrations.sessions(of: user).map(\.device)
    }
}

extension CallSession {
    var status: CallStatus {
        CallStatus(
            session: id, version: version, stage: stage, legs: legs.map(\.status),
            winner: answeredBy.map { legs[$0].id }, ending: ending, organization: organization, createdAt: createdAt,
            rangAt: rangAt,
            answeredAt: answeredAt, endedAt: endedAt)
    }

    private var stage: CallStage {
        switch state {
        case .ringing: .ringing
        case .active: .active
        case .ended: .ended
        }
    }

    private var ending: Ending? {
        if case .ended(let ending) = state { ending } else { nil }
    }
}
