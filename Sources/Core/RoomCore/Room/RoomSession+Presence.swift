import CallModel

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
