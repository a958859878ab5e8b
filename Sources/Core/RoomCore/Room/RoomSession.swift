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
