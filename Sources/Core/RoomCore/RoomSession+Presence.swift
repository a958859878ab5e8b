public import CallModel

/// Coming, staying and going.
extension RoomSession {
    /// A device wants in. One that is in already is in once.
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

    /// A device is still there. One whose lease was swept away is not, whatever it thinks.
    mutating func renew(_ device: RoomDevice, _ now: Duration) -> RoomReply {
        guard member(device.user) != nil else { return .notInvited }
        if case .ended(let ending) = phase { return .over(ending) }
        guard let index = stay(device), stays[index].isPresent else { return .lapsed }
        stays[index].until = max(stays[index].until, now + RoomLimits.lease)
        return .present(until: stays[index].until)
    }

    /// A device goes. Who has gone already is told the same again.
    mutating func leave(_ device: RoomDevice, _ reason: RoomLeaving, _ now: Duration) -> RoomReply {
        guard let member = member(device.user) else { return .notInvited }
        guard let index = stay(device) else {
            refuse(member, reason)
            return .absent(isOver: isOver)
        }
        if stays[index].isPresent { end(index, reason, now) }
        return .absent(isOver: stays[index].end?.hasEndedRoom ?? isOver)
    }

    /// A member does not come. It says nothing of one who is there with another device, or was.
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

    /// Whoever was not heard of is gone, and so is a room nobody closed.
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

/// One device of a member: what takes part in a room. Two devices of one person are two.
public struct RoomDevice: Hashable, Sendable, Codable {
    /// Whose it is.
    public var user: UserID
    /// The device.
    public var device: DeviceID

    /// Names a device of a member.
    public init(_ device: DeviceID, of user: UserID) {
        self.user = user
        self.device = device
    }
}

/// A device's part in a room. A device that comes back has a new one, and only the last is remembered.
public struct RoomStay: Hashable, Sendable, Codable {
    /// How it ended.
    public struct End: Hashable, Sendable, Codable {
        /// When, since the origin of the store's clock.
        public let at: Duration
        /// Why.
        public let reason: RoomLeaving
        /// Whether it was the last one, so that the room ended with it.
        public internal(set) var hasEndedRoom: Bool
    }

    /// Whose.
    public let device: RoomDevice
    /// Since when.
    public internal(set) var since: Duration
    /// Until when the device counts as present, unless it is heard of before.
    public internal(set) var until: Duration
    /// How it ended; nil while the device is present.
    public internal(set) var end: End?

    /// Whether the device is in the room.
    public var isPresent: Bool { end == nil }
}

/// Why a device left, or a member does not come.
public enum RoomLeaving: String, Hashable, Sendable, Codable, CaseIterable {
    /// Its person left.
    case userLeft
    /// A member declined.
    case rejected
    /// A member did not answer in time.
    case timedOut
    /// Its connection to the room was lost, and it says so itself.
    case networkError
    /// Something broke.
    case serverError
    /// Nothing was heard of it for as long as a lease lasts. Only the exchange says this.
    case lost
}
