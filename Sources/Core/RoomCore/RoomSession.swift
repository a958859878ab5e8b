public import CallModel

/// One call in a room: who may be in it, who is, and when it is over.
///
/// Everything is decided here and nothing is done here. The shell keeps the room in a store and runs each event in one
/// transaction: read, handle, write with a compare-and-set on ``revision``, together with all effects. So of the last
/// one's leaving and another's coming, one is first, and the other is decided on what the first left.
///
/// Whoever is in a room holds a lease, and is gone when it is over: no client can leave a call open for ever.
/// All times are since the origin of the store's clock.
public struct RoomSession: Hashable, Sendable, Codable {
    /// The name of the call.
    public let id: CallSessionID
    /// Who began it.
    public let caller: UserID
    /// When it began.
    public internal(set) var openedAt: Duration
    /// Where it stands.
    public internal(set) var phase: RoomPhase = .open
    /// Who may be in it, the caller first.
    public internal(set) var members: [RoomMember]
    /// Every device that was in it, in the order of their first coming.
    public internal(set) var stays: [RoomStay]
    /// Grows by one whenever ``status`` changes.
    public internal(set) var version: UInt64 = 1
    /// Grows by one with every change: what a store compares before it writes.
    public internal(set) var revision: UInt64 = 1

    /// Begins a room, with its caller in it.
    public static func open(
        _ opening: RoomOpening, at now: Duration, into effects: inout [RoomEffect]
    ) -> RoomSession {
        let room = RoomSession(opening, at: now)
        effects.append(.reply(.present(until: now + RoomLimits.lease), opening.caller))
        effects.append(.changed(room.status))
        effects.append(.wake(at: room.nextDue))
        return room
    }

    private init(_ opening: RoomOpening, at now: Duration) {
        id = opening.call
        caller = opening.caller.user
        openedAt = now
        members = [RoomMember(user: opening.caller.user)]
        stays = [RoomStay(device: opening.caller, since: now, until: now + RoomLimits.lease)]
        for user in opening.invited where members.count < RoomLimits.membersMax {
            if !members.contains(where: { $0.user == user }) { members.append(RoomMember(user: user)) }
        }
    }

    /// Takes one event, and appends what follows from it.
    public mutating func handle(
        _ event: RoomEvent, at now: Duration, into effects: inout [RoomEffect]
    ) {
        let before = self
        switch event {
        case .join(let device): effects.append(.reply(join(device, now), device))
        case .leave(let device, let reason): effects.append(.reply(leave(device, reason, now), device))
        case .renew(let device): effects.append(.reply(renew(device, now), device))
        case .due: sweep(now)
        }
        conclude(before, &effects)
    }

    private mutating func conclude(_ before: RoomSession, _ effects: inout [RoomEffect]) {
        guard self != before else { return }
        revision += 1
        if status != before.status {
            version += 1
            effects.append(.changed(status))
        }
        if case .ended(let ending) = phase, case .open = before.phase {
            effects.append(.ended(ending, stays))
        }
        if nextDue != before.nextDue { effects.append(.wake(at: nextDue)) }
    }
}

/// A room somebody wants to begin.
public struct RoomOpening: Hashable, Sendable, Codable {
    /// The name the exchange gave it.
    public var call: CallSessionID
    /// The device that begins it, and is in it from then on.
    public var caller: RoomDevice
    /// Who is invited. Whoever is named twice, or is the caller, counts once; more than ``RoomLimits/membersMax``
    /// with the caller are left out.
    public var invited: [UserID]

    /// Describes a room.
    public init(_ call: CallSessionID, by caller: RoomDevice, inviting invited: [UserID]) {
        self.call = call
        self.caller = caller
        self.invited = invited
    }
}

/// Where a room stands.
public enum RoomPhase: Hashable, Sendable, Codable {
    /// Somebody is in it.
    /// Leaves to: `ended` (the last one gone, time up).
    case open
    /// Over. Nobody comes in again.
    case ended(RoomEnding)
}

/// What a room is told.
public enum RoomEvent: Hashable, Sendable, Codable {
    /// A device wants to be in the room.
    case join(RoomDevice)
    /// A device leaves; or, where it is not in the room, its person does not come.
    case leave(RoomDevice, RoomLeaving)
    /// A device is still there.
    case renew(RoomDevice)
    /// The time asked for by ``RoomEffect/wake(at:)`` has come. Harmless at any other time.
    case due
}

/// What a room wants done. All of one event go into one transaction, with the room itself.
public enum RoomEffect: Hashable, Sendable, Codable {
    /// The answer to what a device asked for.
    case reply(RoomReply, RoomDevice)
    /// The room is not what it was: for everybody who may know, and for their ``ActiveCallList``. Versions grow by one.
    case changed(RoomStatus)
    /// It is over, which is told once: the provider's room is to be closed, and history to be written.
    case ended(RoomEnding, [RoomStay])
    /// Send ``RoomEvent/due`` then; nil: not at all. Replaces what was asked before.
    case wake(at: Duration?)
}

/// The answer to what a device asked for. The same question again has the same answer.
public enum RoomReply: Hashable, Sendable, Codable {
    /// It is in the room, and has to be heard of before then.
    case present(until: Duration)
    /// It is not in the room. The call is over, or was with its leaving.
    case absent(isOver: Bool)
    /// The call is over: there is nothing to come to (410).
    case over(RoomEnding)
    /// Its lease was over: it has to join again.
    case lapsed
    /// Its user is no member (403).
    case notInvited
    /// The room takes no more devices.
    case full
}

/// How much and how long, with the reason of each.
public enum RoomLimits {
    /// How often a device says that it is still there: a lease outlives two that are lost (judgement).
    public static let heartbeat: Duration = .seconds(15)
    /// How long a device counts as present after it was last heard of.
    /// Source: ruling on participant leases (judgement).
    public static let lease: Duration = .seconds(45)
    /// A room open for longer than half a day was forgotten by a client that goes on saying that it is there.
    public static let roomTimeMax: Duration = .seconds(43_200)
    /// The most people of one room: more is a broadcast.
    public static let membersMax = 100
    /// The most devices one room remembers, present or not: each member's phone, tablet and browser, and some.
    public static let devicesMax = 400
    /// Calls that are over and still told of one by one to a user who listens again; of more, the whole list is sent.
    public static let endedCallsMax = 32
}
