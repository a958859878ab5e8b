public import CallModel

/// One call in a room: its members, their devices in it, and its end.
///
/// The machine only decides. The shell keeps the room in a store and runs each event in one transaction: read, handle,
/// write with a compare-and-set on ``revision``, together with all effects. So if the last device leaves while another
/// joins, one event comes first, and the other is decided on its result.
///
/// Every device in a room holds a lease, and counts as gone when the lease ends, so no client can leave a call open
/// forever. All times are since the origin of the store's clock.
public struct RoomSession: Hashable, Sendable, Codable {
    /// The identifier of the call.
    public let id: CallSessionID
    /// The user who opened the room.
    public let caller: UserID
    /// When the room was opened.
    public internal(set) var openedAt: Duration
    /// Whether the room is open or ended.
    public internal(set) var phase: RoomPhase = .open
    /// The users who may be in the room, the caller first.
    public internal(set) var members: [RoomMember]
    /// The last stay of every device that was in the room, in the order in which the devices first came.
    public internal(set) var stays: [RoomStay]
    /// Grows by one whenever ``status`` changes.
    public internal(set) var version: UInt64 = 1
    /// Grows by one with every change: what a store compares before it writes.
    public internal(set) var revision: UInt64 = 1

    /// Opens a room, with its caller in it.
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

    /// Handles an event and appends the effects.
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

/// A request to open a room.
public struct RoomOpening: Hashable, Sendable, Codable {
    /// The identifier that the exchange gave the call.
    public var call: CallSessionID
    /// The device that opens the room, and is in it from then on.
    public var caller: RoomDevice
    /// The invited users. A user who is named twice, or is the caller, counts once; users beyond
    /// ``RoomLimits/membersMax``, the caller included, are left out.
    public var invited: [UserID]

    /// Describes the room to open.
    public init(_ call: CallSessionID, by caller: RoomDevice, inviting invited: [UserID]) {
        self.call = call
        self.caller = caller
        self.invited = invited
    }
}

/// Whether a room is open or ended.
public enum RoomPhase: Hashable, Sendable, Codable {
    /// At least one device is in it. Leaves to: `ended` (the last device is gone, or the time is up).
    case open
    /// The room has ended. No device can join again.
    case ended(RoomEnding)
}

/// An event for a room.
public enum RoomEvent: Hashable, Sendable, Codable {
    /// A device wants to join the room.
    case join(RoomDevice)
    /// A device leaves; if it is not in the room, its user does not come.
    case leave(RoomDevice, RoomLeaving)
    /// A device is still in the room.
    case renew(RoomDevice)
    /// The time asked for by ``RoomEffect/wake(at:)`` has come. Harmless at any other time.
    case due
}

/// An action for the shell. The effects of one event go into one transaction, together with the room itself.
public enum RoomEffect: Hashable, Sendable, Codable {
    /// The answer to a device's request.
    case reply(RoomReply, RoomDevice)
    /// The status has changed, for all members and for their ``ActiveCallList``. Versions grow by one.
    case changed(RoomStatus)
    /// The room has ended; this comes once. The provider's room has to be closed, and history to be written.
    case ended(RoomEnding, [RoomStay])
    /// Send ``RoomEvent/due`` at this time; nil: not at all. It replaces the earlier request.
    case wake(at: Duration?)
}

/// The answer to a device's request. A repeated request gets the same answer.
public enum RoomReply: Hashable, Sendable, Codable {
    /// The device is in the room, and has to renew its lease before this time.
    case present(until: Duration)
    /// The device is not in the room. `isOver`: whether the call is over, or ended when the device left.
    case absent(isOver: Bool)
    /// The call is over, so that no device can join (410).
    case over(RoomEnding)
    /// The device's lease has ended: it has to join again.
    case lapsed
    /// The device's user is no member (403).
    case notInvited
    /// The room takes no more devices.
    case full
}

/// The limits of rooms, each with its reason.
public enum RoomLimits {
    /// How often a device renews its lease, which outlives two lost renewals (judgment).
    public static let heartbeat: Duration = .seconds(15)
    /// How long a device counts as present after it was last heard of (judgment).
    public static let lease: Duration = .seconds(45)
    /// How long a room may be open. After half a day, a client has forgotten the room and goes on renewing its lease.
    public static let roomTimeMax: Duration = .seconds(43_200)
    /// The most members of one room: more is a broadcast.
    public static let membersMax = 100
    /// The most devices that one room remembers, present or not: each member's phone, tablet and browser, and some
    /// more.
    public static let devicesMax = 400
    /// The most ended calls that are told one by one to a user who listens again; if there are more, the whole list is
    /// sent.
    public static let endedCallsMax = 32
}
