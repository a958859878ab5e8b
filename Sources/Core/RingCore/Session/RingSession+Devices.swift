import CallModel

extension RingSession {
    /// Handles a request of a device. A device that is unknown to this session is ignored.
    mutating func handle(
        _ request: DeviceRequest, of name: DeviceID, round: RingRound?, _ process: AppProcess?, _ now: Duration,
        _ effects: inout [RingEffect]
    ) {
        guard let index = device(name) else { return }
        if let round, round != devices[index].round {
            // A request for a round that is over does not apply to the next one.
            return effects.append(.reply(devices[index].reason(ofRound: round).map { .over($0) } ?? .refused, name))
        }
        devices[index].hasChannel = request != .disconnected
        switch request {
        case .connected: reportRinging(devices[index], &effects)
        case .disconnected: break
        case .ready: ready(index, process, now, &effects)
        case .claim: claimEarly(index, now, &effects)
        case .declineHere: decline(index, everywhere: false, now, &effects)
        case .declineEverywhere: decline(index, everywhere: true, now, &effects)
        case .rescue: rescueRequested(index, now, &effects)
        }
    }

    /// A device that connects while the call rings is told of the call.
    private func reportRinging(_ device: RungDevice, _ effects: inout [RingEffect]) {
        guard device.isBegun, device.reason == nil, rings(device.device) else { return }
        notify(.ringing(deadline: deadline), device, &effects)
    }

    /// Whether a device may take the call: the call rings, or the device holds the lease, or it is brought in.
    private func rings(_ name: DeviceID) -> Bool {
        switch phase {
        case .ringing: return true
        case .claimed(let claim):
            guard case .leased = claim.stage else { return false }
            return claim.device == name
        case .active, .parked:
            guard case .ringing = beside?.stage else { return false }
            return beside?.device == name
        case .voicemail, .apology, .ended: return false
        }
    }

    /// Sends a notice to a device for its present round.
    func notify(_ notice: DeviceNotice, _ device: RungDevice, _ effects: inout [RingEffect]) {
        effects.append(.notice(notice, device.device, round: device.round))
    }

    /// A device has woken: it is dialed if there is still time.
    private mutating func ready(
        _ index: Int, _ process: AppProcess?, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        let device = devices[index]
        if let reason = device.reason { return effects.append(.reply(.over(reason), device.device)) }
        switch phase {
        case .ringing: dialReady(index, process, now, &effects)
        case .claimed(let claim):
            guard claim.device == device.device else { return effects.append(.reply(.taken, device.device)) }
            readyToUse(claim, index, process, now, &effects)
        case .active, .parked:
            // During a conversation the session awaits only the device that is brought in.
            guard beside?.device == device.device, case .ringing = beside?.stage else {
                return effects.append(.reply(.taken, device.device))
            }
            dialReady(index, process, now, &effects)
        case .voicemail, .apology, .ended: effects.append(.reply(.refused, device.device))
        }
    }

    /// The device has a leg already, or gets one.
    private mutating func dialReady(
        _ index: Int, _ process: AppProcess?, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        let name = devices[index].device
        if let leg = wantedLeg(of: name) { return readyAgain(leg, index, process, now, &effects) }
        let isWorthIt = devices[index].isBegun && now + RingLimits.ringTimeMin <= deadline
        let leg = isWorthIt ? dialNewLeg(to: index, now, &effects) : nil
        if let leg { legs[leg].process = process }
        effects.append(.reply(leg == nil ? .refused : .dialing, name))
    }

    /// The device rings already. If the carrier has not made its leg yet, the dial is repeated at once.
    private mutating func readyAgain(
        _ leg: Int, _ index: Int, _ process: AppProcess?, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        let name = devices[index].device
        if replace(leg, of: index, for: process, now, &effects) != nil {
            return effects.append(.reply(.dialing, name))
        }
        guard isDialDoubted(legs[leg].id) else { return effects.append(.reply(.ringing, name)) }
        hurryDial(of: legs[leg].id, now)
        sweepRepetitions(now, &effects)
        effects.append(.reply(.dialing, name))
    }

    /// The device has the claim, but its leg may ring a run of its app that has ended.
    private mutating func readyToUse(
        _ claim: Claim, _ index: Int, _ process: AppProcess?, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        let leg = leg(claim.leg).flatMap { replace($0, of: index, for: process, now, &effects) }
        if let leg {
            vacate()  // One leg claims an epoch.
            phase = .claimed(Claim(device: claim.device, leg: legs[leg].id, epoch: epoch, stage: claim.stage))
        }
        effects.append(.reply(leg == nil ? .ringing : .dialing, claim.device))
    }

    /// Replaces a leg that was dialed for a run of the app that has ended, which the carrier may not have noticed. The
    /// present run gets a leg of its own, once. The device goes on as it was.
    ///
    /// - Returns: the index of the new leg; nil where there is none.
    private mutating func replace(
        _ leg: Int, of index: Int, for process: AppProcess?, _ now: Duration, _ effects: inout [RingEffect]
    ) -> Int? {
        guard let process, legs[leg].process != process, legs[leg].isWanted, legs[leg].rank < .answered,
            now + RingLimits.ringTimeMin <= deadline, let new = dialNewLeg(to: index, now, &effects)
        else { return nil }
        legs[new].process = process
        dismiss(leg, .unreachable, &effects)
        return new
    }

    /// A device asks for the call before it answers.
    private mutating func claimEarly(_ device: Int, _ now: Duration, _ effects: inout [RingEffect]) {
        let name = devices[device].device
        switch phase {
        case .ringing:
            guard devices[device].reason == nil, epoch < RingLimits.epochMax,
                let leg = wantedLeg(of: name) ?? dialNewLeg(to: device, now, &effects)
            else { return effects.append(.reply(.refused, name)) }
            let until = now + RingLimits.claimLease
            phase = .claimed(Claim(device: name, leg: legs[leg].id, epoch: epoch, stage: .leased(until: until)))
            effects.append(.reply(.granted(until: until), name))
        case .claimed(let claim):
            guard claim.device == name else { return effects.append(.reply(.taken, name)) }
            if case .leased(let until) = claim.stage { effects.append(.reply(.granted(until: until), name)) }
            if case .joining(let joining) = claim.stage {
                effects.append(.reply(.granted(until: joining.givenUpAt), name))
            }
        case .active(let conversation):
            effects.append(.reply(conversation.device == name ? .granted(until: now) : replyBeside(name), name))
        case .parked: effects.append(.reply(replyBeside(name), name))
        case .voicemail, .apology, .ended: effects.append(.reply(.over(devices[device].reason ?? .missed), name))
        }
    }

    /// A device that is brought in needs no claim: the winner keeps the call.
    private func replyBeside(_ name: DeviceID) -> DeviceReply {
        guard let beside, beside.device == name else { return .taken }
        return .granted(until: beside.stage.until ?? deadline)
    }

    private mutating func rescueRequested(_ index: Int, _ now: Duration, _ effects: inout [RingEffect]) {
        let name = devices[index].device
        if let reason = devices[index].reason { return effects.append(.reply(.over(reason), name)) }
        guard case .voicemail(let voicemail) = phase, allowsRescue(voicemail) else {
            return effects.append(.reply(.refused, name))
        }
        if wantedLeg(of: name) != nil { return effects.append(.reply(.ringing, name)) }
        devices[index].isBegun = true
        let isDialed = dialNewLeg(to: index, now, &effects) != nil
        effects.append(.reply(isDialed ? .dialing : .refused, name))
    }

    /// A user declines. Once the call is answered, this comes too late and changes nothing. A device whose own leg has
    /// ended may still decline for all devices of its user. The request often follows the end of the leg, which a carrier
    /// may report as busy.
    private mutating func decline(
        _ index: Int, everywhere: Bool, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        let reason = devices[index].reason
        guard joining == nil, reason.map({ everywhere && $0.leavesOthersRinging }) ?? true else { return }
        var isLeased = false
        if case .claimed = phase { isLeased = true }
        let user = devices[index].user
        letGo(index, .declined, now, &effects)
        guard everywhere, !isLeased, !hasTalked else { return }  // Then no device takes part by ringing.
        for other in devices.indices where devices[other].user == user {
            letGo(other, .declinedElsewhere, now, &effects)
        }
    }

    /// Removes a device from the call, whatever its part in it was.
    mutating func letGo(
        _ index: Int, _ reason: DeviceReason, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        let name = devices[index].device
        for leg in legs.indices where legs[leg].device == name { dismiss(leg, reason, &effects) }
        give(reason, to: index, &effects)
        switch phase {
        case .claimed(let claim) where claim.device == name:
            if case .leased = claim.stage { lapse(now, &effects) } else { winnerLost(now, &effects) }
        case .active(let conversation) where conversation.device == name: end(.endedByOperator, now, &effects)
        case .active, .parked: if beside?.device == name { besideGone(now, &effects) }
        case .ringing, .claimed, .voicemail, .apology, .ended: break
        }
    }

    /// Handles a change of a device or a user.
    mutating func handle(_ change: MembershipChange, _ now: Duration, _ effects: inout [RingEffect]) {
        if endCallOut(after: change, now, &effects) { return }
        switch change {
        case .loggedOut(let name): if let index = device(name) { bar(index, now, &effects) }
        case .removed(let user): remove(user, now, &effects)
        case .left(let name):
            guard policy.organizationLeft == .withdrawn, let index = device(name) else { return }
            if case .active = phase { return }  // A conversation goes on when its device shows another organization.
            bar(index, now, &effects)
        }
    }

    /// Removes a device from the call for good.
    private mutating func bar(_ index: Int, _ now: Duration, _ effects: inout [RingEffect]) {
        devices[index].isBarred = true
        letGo(index, .withdrawn, now, &effects)
    }

    /// Removes a deleted user: the devices leave the call, and no message goes to the user.
    private mutating func remove(_ user: UserID, _ now: Duration, _ effects: inout [RingEffect]) {
        guard owners?.contains(user) == true || devices.contains(where: { $0.user == user }) else { return }
        owners?.removeAll { $0 == user }
        if formerUsers?.contains(user) != true { formerUsers = (formerUsers ?? []) + [user] }
        for index in devices.indices where devices[index].user == user { bar(index, now, &effects) }
    }
}
