import CallModel

extension RoomSession {
    /// Whether nobody comes in again.
    public var isOver: Bool { if case .ended = phase { true } else { false } }

    /// How many devices are in it.
    public var presentCount: Int { stays.count { $0.isPresent } }

    /// The room as others see it.
    public var status: RoomStatus {
        var ending: RoomEnding?
        if case .ended(let end) = phase { ending = end }
        return RoomStatus(
            call: id, version: version, caller: caller,
            seats: members.map { RoomStatus.Seat(user: $0.user, standing: standing(of: $0)) },
            ending: ending)
    }

    private func standing(of member: RoomMember) -> RoomStanding {
        let own = stays.filter { $0.device.user == member.user }
        let present = own.count { $0.isPresent }
        if present > 0 { return .present(devices: present) }
        if !own.isEmpty { return .left }
        return switch member.refusal {
        case .declined: .declined
        case .missed: .missed
        case nil: .invited
        }
    }

    /// When ``RoomEvent/due`` is next of use.
    public var nextDue: Duration? {
        guard !isOver else { return nil }
        let leases = stays.filter(\.isPresent).map(\.until)
        return min(leases.min() ?? openedAt, openedAt + RoomLimits.roomTimeMax)
    }

    /// The same room with its times counted from `now`, and without the numbers that only count.
    ///
    /// What is due is due, however long; what is past is past. Two rooms that are equal in this form do the same
    /// whatever comes: it is what a search compares.
    package func relative(to now: Duration) -> RoomSession {
        var room = self
        room.version = 0
        room.revision = 0
        room.openedAt = openedAt - now
        for index in stays.indices {
            room.stays[index].since = .zero
            room.stays[index].until =
                stays[index].isPresent ? max(stays[index].until - now, .zero) : .zero
            room.stays[index].end = stays[index].end.map {
                RoomStay.End(at: .zero, reason: $0.reason, hasEndedRoom: $0.hasEndedRoom)
            }
        }
        if case .ended(let end) = phase {
            room.phase = .ended(RoomEnding(reason: end.reason, by: end.by, at: .zero))
        }
        return room
    }
}
