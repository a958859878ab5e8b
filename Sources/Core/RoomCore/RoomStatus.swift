public import CallModel

/// A room as others see it.
public struct RoomStatus: Hashable, Sendable, Codable {
    /// A member, and where they stand.
    public struct Seat: Hashable, Sendable, Codable {
        /// Who.
        public var user: UserID
        /// Where they stand.
        public var standing: RoomStanding
    }

    /// Which call.
    public var call: CallSessionID
    /// Grows by one with each change.
    public var version: UInt64
    /// Who began it.
    public var caller: UserID
    /// Every member, the caller first, in the order they were invited.
    public var seats: [Seat]
    /// How it ended; nil while somebody is in it.
    public var ending: RoomEnding?

    /// Where a user stands; nil for somebody who is no member.
    public func standing(of user: UserID) -> RoomStanding? {
        seats.first { $0.user == user }?.standing
    }
}

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

/// Where a member stands in a room.
public enum RoomStanding: Hashable, Sendable, Codable {
    /// Asked, and has said nothing yet.
    case invited
    /// In the room, with so many devices.
    case present(devices: Int)
    /// Was in the room. May come back.
    case left
    /// Declined. May come all the same.
    case declined
    /// Did not answer in time. May come all the same.
    case missed
}

/// Somebody who may be in a room.
public struct RoomMember: Hashable, Sendable, Codable {
    /// Who.
    public let user: UserID
    /// What they said instead of coming; nil: nothing.
    public internal(set) var refusal: Refusal?

    /// Why a member does not come.
    public enum Refusal: UInt8, Hashable, Sendable, Codable {
        /// They declined.
        case declined
        /// They did not answer in time.
        case missed
    }
}

/// How a room came to its end. One for each room, and it stays.
public struct RoomEnding: Hashable, Sendable, Codable {
    /// Why a room ends.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The last one left.
        case everybodyLeft
        /// The last one was not heard of any more.
        case lastOneLost
        /// It was open for as long as a room may be.
        case timeLimit
    }

    /// Why.
    public let reason: Reason
    /// Who was the last; nil where time was up.
    public let by: UserID?
    /// When, since the origin of the store's clock.
    public let at: Duration
}
