public import CallModel

/// The state of a room, as its members and their ``ActiveCallList``s see it.
public struct RoomStatus: Hashable, Sendable, Codable {
    /// A member and the member's standing.
    public struct Member: Hashable, Sendable, Codable {
        /// The member.
        public var user: UserID
        /// The member's standing.
        public var standing: RoomStanding
    }

    /// The call.
    public var call: CallSessionID
    /// Grows by one with each change.
    public var version: UInt64
    /// The user who opened the room.
    public var caller: UserID
    /// Every member, the caller first, in the order they were invited.
    public var members: [Member]
    /// How the room ended; nil while it is open.
    public var ending: RoomEnding?

    /// The stored names, which earlier versions wrote.
    private enum CodingKeys: String, CodingKey {
        case call, version, caller
        case members = "seats"
        case ending
    }

    /// The standing of a user; nil: the user is no member.
    public func standing(of user: UserID) -> RoomStanding? {
        members.first { $0.user == user }?.standing
    }
}

extension RoomSession {
    /// Whether the room has ended.
    public var isOver: Bool { if case .ended = phase { true } else { false } }

    /// How many devices are in the room.
    public var presentCount: Int { stays.count { $0.isPresent } }

    /// The room's state for others.
    public var status: RoomStatus {
        var ending: RoomEnding?
        if case .ended(let end) = phase { ending = end }
        return RoomStatus(
            call: id, version: version, caller: caller,
            members: members.map { RoomStatus.Member(user: $0.user, standing: standing(of: $0)) },
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

    /// When ``RoomEvent/due`` next changes something.
    public var nextDue: Duration? {
        guard !isOver else { return nil }
        let leases = stays.filter(\.isPresent).map(\.until)
        return min(leases.min() ?? openedAt, openedAt + RoomLimits.roomTimeMax)
    }

    /// The same room with its times counted from `now`, and without ``version`` and ``revision``.
    ///
    /// All overdue times are equal, and so are all past times. Two rooms that are equal in this form react alike to all
    /// events, so a search compares this form.
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

/// The standing of a member in a room.
public enum RoomStanding: Hashable, Sendable, Codable {
    /// The member is invited, and has not answered yet.
    case invited
    /// The member is in the room, with so many devices.
    case present(devices: Int)
    /// The member was in the room, and may come back.
    case left
    /// The member declined, but may still come.
    case declined
    /// The member did not answer in time, but may still come.
    case missed
}

/// A user who may be in a room.
public struct RoomMember: Hashable, Sendable, Codable {
    /// The member.
    public let user: UserID
    /// Why the user has not come; nil: the user has given no answer.
    public internal(set) var refusal: Refusal?

    /// A member's reason for not coming.
    public enum Refusal: UInt8, Hashable, Sendable, Codable {
        /// They declined.
        case declined
        /// They did not answer in time.
        case missed
    }
}

/// How a room ended. It never changes.
public struct RoomEnding: Hashable, Sendable, Codable {
    /// Why a room ends.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The last device left.
        case everybodyLeft
        /// The lease of the last device ended.
        case lastOneLost
        /// The room was open for as long as a room may be.
        case timeLimit
    }

    /// Why the room ended.
    public let reason: Reason
    /// The user of the last device; nil if the time was up.
    public let by: UserID?
    /// When the room ended, since the origin of the store's clock.
    public let at: Duration
}
