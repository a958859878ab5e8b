public import CallModel

/// The state of a call. It holds no number and no name, so it may be shown to both sides.
public struct CallStatus: Hashable, Sendable {
    /// The exchange's id of the call.
    public let session: CallSessionID
    /// Grows with every change of the call.
    public let version: UInt64
    /// How far the call has come.
    public let stage: CallSessionStage
    /// The caller's leg, then the called ones in the order they were planned.
    public let legs: [LegStatus]
    /// The leg that answered; nil before the answer.
    public let winner: LegID?
    /// How the call ended; nil before its end.
    public let ending: Ending?
    /// The organization the caller's device spoke for when it placed the call, as the shell names it; nil if none.
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

/// The state of one leg of a call.
public struct LegStatus: Hashable, Sendable {
    /// The exchange's id of the leg.
    public let id: LegID
    /// The user of the device.
    public let user: UserID
    /// The device whose part in the call this is.
    public let device: DeviceID
    /// How far the leg has come.
    public let stage: LegStage
    /// Whether the device has a connection now.
    public let isConnected: Bool
    /// Whether the device holds the call.
    public let isHeld: Bool
    /// How the call ended for the device; nil before that.
    public let ending: Ending?
}

/// How far a call has come.
public enum CallSessionStage: String, Hashable, Sendable, Codable, CaseIterable {
    /// No device has answered; devices ring or are awaited.
    case ringing
    /// One device has answered.
    case active
    /// The call is over.
    case ended
}

/// How far one leg has come. A leg only goes forward in this order; every leg ends in `over`.
public enum LegStage: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// The device is to be rung, but has not been told yet.
    case planned
    /// The device was told to ring; for the caller's leg: the call rings.
    case ringing
    /// The device is in the call.
    case answered
    /// The call is over for the device.
    case over

    /// Orders stages as a leg passes through them.
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
    /// The state of a call; nil if it is unknown, or was forgotten after its end: then only the journal knows it. The
    /// ring session knows about calls to numbers.
    public func status(of session: CallSessionID) -> CallStatus? {
        guard let call = calls[session], !call.isToNumber else { return nil }
        return call.status
    }

    /// The number of live calls.
    public var liveCallCount: Int { calls.count - endedCalls.count }

    /// The number of signaling sessions, with and without a connection.
    public var sessionCount: Int { registrations.sessions.count }

    /// The number of connections that have logged in.
    public var connectionCount: Int { registrations.connectionCount }

    /// The number of live calls of a user, ringing ones included.
    public func liveCallCount(of user: UserID) -> Int {
        registrations.user(user).liveCalls
    }

    /// The user on the other side of an answered call; nil if the device on that connection has no such call.
    public func otherSide(of callID: CallID, on connection: ConnectionID) -> UserID? {
        guard let address = registrations.address(of: callID, on: connection), let call = calls[address.session] else {
            return nil
        }
        return call.peer(of: address.index).map { call.legs[$0].user }
    }

    /// The devices of a user, in the order they first logged in.
    public func devices(of user: UserID) -> [DeviceID] {
        registrations.sessions(of: user).map(\.device)
    }
}

extension GatewayCall {
    var status: CallStatus {
        CallStatus(
            session: id, version: version, stage: stage, legs: legs.filter(\.hasPart).map(\.status),
            winner: answeredBy.map { legs[$0].id }, ending: ending, organization: organization, createdAt: createdAt,
            rangAt: rangAt,
            answeredAt: answeredAt, endedAt: endedAt)
    }

    private var stage: CallSessionStage {
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
