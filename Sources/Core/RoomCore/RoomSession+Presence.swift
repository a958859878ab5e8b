public import CallModel

/// Joining, staying and leaving.
extension RoomSession {
    /// Lets a device in. A device that is in already stays in once.
    mutating func join(_ device: RoomDevice, _ now: Duration) -> RoomReply {
        guard let member = member(device.user) else { return .notInvited }
        if case .ended(let ending) = phase { return .over(ending) }
        let stay = RoomStay(device: device, since: now, until: now + RoomLimits.lease)
        if let index = self.stay(device) {
            if stays[index].isPresent { return renew(device, now) }
            stays[index] = stay
        } else {
            guard stays.count < RoomLimits.devicesMax else { return .full }
            stays.append(stay)
        }
        members[member].refusal = nil
        return .present(until: stay.until)
    }

    /// Renews the lease of a device. A device whose lease has ended is told to join again.
    mutating func renew(_ device: RoomDevice, _ now: Duration) -> RoomReply {
        guard member(device.user) != nil else { return .notInvited }
        if case .ended(let ending) = phase { return .over(ending) }
        guard let index = stay(device), stays[index].isPresent else { return .lapsed }
        stays[index].until = max(stays[index].until, now + RoomLimits.lease)
        return .present(until: stays[index].until)
    }

    /// Lets a device leave. A device that has left already gets the same answer again.
    mutating func leave(_ device: RoomDevice, _ reason: RoomLeaving, _ now: Duration) -> RoomReply {
        guard let member = member(device.user) else { return .notInvited }
        guard let index = stay(device) else {
            refuse(member, reason)
            return .absent(isOver: isOver)
        }
        if stays[index].isPresent { end(index, reason, now) }
        return .absent(isOver: stays[index].end?.hasEndedRoom ?? isOver)
    }

    /// Notes that a member does not come. It does not count for a member who is or was there with another device.
    private mutating func refuse(_ member: Int, _ reason: RoomLeaving) {
        let user = members[member].user
        guard !isOver, !stays.contains(where: { $0.device.user == user }) else { return }
        switch reason {
        case .rejected: members[member].refusal = .declined
        case .timedOut: members[member].refusal = members[member].refusal ?? .missed
        case .userLeft, .networkError, .serverError, .lost: break
        }
    }

    private mutating func end(_ index: Int, _ reason: RoomLeaving, _ now: Duration) {
        stays[index].end = RoomStay.End(at: now, reason: reason, hasEndedRoom: false)
        guard presentCount == 0 else { return }
        stays[index].end?.hasEndedRoom = true
        phase = .ended(
            RoomEnding(
                reason: reason == .lost ? .lastOneLost : .everybodyLeft, by: stays[index].device.user,
                at: now))
    }

    /// Ends the stays whose leases have ended, and a room that was open for too long.
    mutating func sweep(_ now: Duration) {
        guard !isOver else { return }
        for index in stays.indices where stays[index].isPresent && stays[index].until <= now {
            end(index, .lost, now)
        }
        guard !isOver, openedAt + RoomLimits.roomTimeMax <= now else { return }
        for index in stays.indices where stays[index].isPresent {
            stays[index].end = RoomStay.End(at: now, reason: .serverError, hasEndedRoom: true)
        }
        phase = .ended(RoomEnding(reason: .timeLimit, by: nil, at: now))
    }

    private func member(_ user: UserID) -> Int? { members.firstIndex { $0.user == user } }

    private func stay(_ device: RoomDevice) -> Int? { stays.firstIndex { $0.device == device } }
}

/// One device of a member. Two devices of one user take part in a room separately.
public struct RoomDevice: Hashable, Sendable, Codable {
    /// The user of the device.
    public var user: UserID
    /// The device.
    public var device: DeviceID

    /// Identifies a device of a member.
    public init(_ device: DeviceID, of user: UserID) {
        self.user = user
        self.device = device
    }
}

/// A device's part in a room, from its coming to its going. A device that comes back begins a new stay, and only the
/// last is remembered.
public struct RoomStay: Hashable, Sendable, Codable {
    /// The end of a stay.
    public struct End: Hashable, Sendable, Codable {
        /// When the stay ended, since the origin of the store's clock.
        public let at: Duration
        /// Why the stay ended.
        public let reason: RoomLeaving
        /// Whether it was the last device in the room, so that the room ended.
        public internal(set) var hasEndedRoom: Bool
    }

    /// The device that stays.
    public let device: RoomDevice
    /// When the stay began, since the origin of the store's clock.
    public internal(set) var since: Duration
    /// Until when the device counts as present, unless its lease is renewed before.
    public internal(set) var until: Duration
    /// How the stay ended; nil while the device is present.
    public internal(set) var end: End?

    /// Whether the device is in the room.
    public var isPresent: Bool { end == nil }
}

/// Why a device left, or why a member does not come.
public enum RoomLeaving: String, Hashable, Sendable, Codable, CaseIterable {
    /// The user left.
    case userLeft
    /// A member declined.
    case rejected
    /// A member did not answer in time.
    case timedOut
    /// The device lost its connection to the room, and says so itself.
    case networkError
    /// A server failed, or ended the room because its time was up.
    case serverError
    /// The device's lease ended. Only the exchange gives this reason.
    case lost
}
