public import CallModel

/// A call, for whoever asks. It holds no number and no name, so it may be shown to both sides.
public struct CallStatus: Hashable, Sendable {
    /// The call.
    public let session: CallSessionID
    /// Grows with every change.
    public let version: UInt64
    /// How far it has come.
    public let stage: CallStage
    /// The caller's leg, then the called ones in the order they were planned.
    public let legs: [LegStatus]
    /// The leg that answered.
    public let winner: LegID?
    /// How it ended, once it has.
    public let ending: Ending?
    /// The organisation it began in, as the shell names it; nil: none.
    public let organization: String?
    /// When it was placed, since the shell's origin.
    public let createdAt: Duration
    /// When the first device was told to ring.
    public let rangAt: Duration?
    /// When it was answered.
    public let answeredAt: Duration?
    /// When it ended.
    public let endedAt: Duration?
}

/// One leg of a call, for whoever asks.
public struct LegStatus: Hashable, Sendable {
    /// The leg.
    public let id: LegID
    /// Whose device.
    public let user: UserID
    /// Which device.
    public let device: DeviceID
    /// How far it has come.
    public let stage: LegStage
    /// Whether the device has a connection now.
    public let isConnected: Bool
    /// Whether the device holds the call.
    public let isHeld: Bool
    /// How it ended for the device, once it has.
    public let ending: Ending?
}

/// How far a call has come, as everyone is told.
public enum CallStage: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nobody has answered; devices ring or are awaited.
    case ringing
    /// One device has answered.
    case active
    /// The call is over.
    case ended
}

/// How far one leg has come. A leg only goes forward in this order, and `over` is the last of every leg.
public enum LegStage: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// The device is to be rung, and has not been told yet.
    case planned
    /// The device was told to ring; or, of the caller, the call it placed rings.
    case ringing
    /// The device is in the call.
    case answered
    /// The call is over for the device.
    case over

    /// Orders stages as a leg goes through them.
    public static func < (left: LegStage, right: LegStage) -> Bool { left.rank < right.rank }

    private var rank: UInt8 {
        switch self {
        case .planned: 0
        case .ringing: 1
        case .answered: 2
        case .over: 3
        }
    }
}

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
