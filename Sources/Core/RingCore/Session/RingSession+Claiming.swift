public import CallModel

extension RingSession {
    /// A leg was answered.
    mutating func answered(_ leg: LegID, _ now: Duration, _ effects: inout [RingEffect]) {
        guard let index = self.leg(leg), legs[index].rank < .answered else { return }
        legs[index].rank = .answered
        guard legs[index].hangUp == nil else { return }
        switch legs[index].confirmation {
        case .needed:
            legs[index].confirmation = .asked
            command(.confirm(leg), .confirm, .leg(leg), &effects)
        case .asked: break
        case .notNeeded, .confirmed: claim(for: index, now, &effects)
        }
    }

    /// The party that answered a number pressed a key, or is a machine.
    mutating func confirmed(_ leg: LegID, isPerson: Bool, _ now: Duration, _ effects: inout [RingEffect]) {
        guard let index = self.leg(leg), legs[index].isWanted, legs[index].confirmation == .asked else { return }
        guard isPerson else { return unconfirmed(.leg(leg), .machine, now, &effects) }
        legs[index].confirmation = .confirmed
        claim(for: index, now, &effects)
    }

    /// The party that answered a number does not get the call: it pressed no key, or the carrier could not ask for one.
    mutating func unconfirmed(
        _ leg: LegRef, _ reason: DeviceReason, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        guard case .leg(let id) = leg, let index = self.leg(id), legs[index].isWanted else { return }
        dismiss(index, reason, &effects)
    }

    /// Gives the call to a leg that answered, if the call is still available. This is the compare-and-set.
    mutating func claim(for index: Int, _ now: Duration, _ effects: inout [RingEffect]) {
        switch phase {
        case .ringing: win(index, now, &effects)
        case .claimed(let claim):
            switch claim.stage {
            case .leased(let until):
                // Another device holds the lease, so this leg waits. If that device does not answer in time, this leg
                // wins; otherwise it is hung up.
                if claim.leg == legs[index].id { win(index, now, &effects) }
                if claim.leg != legs[index].id, until <= now {
                    vacate()
                    win(index, now, &effects)
                }
            case .joining: if claim.leg != legs[index].id { dismiss(index, .answeredElsewhere, &effects) }
            }
        case .voicemail(let voicemail): if allowsRescue(voicemail) { rescue(index, now, &effects) }
        case .active, .parked:
            if isBeside(index) {
                besideAnswered(index, now, &effects)
            } else {
                dismiss(index, reasonForLate, &effects)
            }
        case .apology, .ended: dismiss(index, reasonForLate, &effects)
        }
    }

    /// The leg has the call: the caller is answered and joined to it, and all other devices are told.
    mutating func win(_ index: Int, _ now: Duration, _ effects: inout [RingEffect]) {
        let leg = legs[index]
        winner = leg.device
        beside = nil
        let isAnswered = parent.stage >= .answered
        // A device that hands a caller over stays until the transfer is done, and has the caller back if it fails.
        let losersAt = hasTalked ? nil : now + RingLimits.loserGrace
        phase = .claimed(
            Claim(
                device: leg.device, leg: leg.id, epoch: epoch,
                stage: .joining(
                    BridgeAttempt(
                        losersAt: losersAt, givenUpAt: now + RingLimits.bridgeTimeMax,
                        step: .asked(until: now + RingLimits.bridgeWait)))))
        if !isAnswered { answerParent(&effects) }
        if hasTalked { stopHold(&effects) }
        command(bridge(to: leg.id), .bridge, .leg(leg.id), &effects)
        if let device = device(leg.device) { notify(.won, devices[device], &effects) }
        for device in devices where device.device != leg.device && device.isBegun && device.reason == nil {
            notify(.answeredElsewhere, device, &effects)
        }
    }

    /// The command that joins the caller and a leg. If the caller already talked to a device, the command takes the
    /// caller from that device. A repeated bridge asks for its recording again. If the first bridge was made, the
    /// carrier makes no second one.
    func bridge(to leg: LegID) -> CarrierCommand {
        hasTalked ? .rebridge(leg) : .bridge(leg, records: recording == .wanted || recording == .running)
    }

    /// Whether the caller and a device heard each other.
    var hasTalked: Bool { bridgedAt != nil }

    mutating func answerParent(_ effects: inout [RingEffect]) {
        guard !isPending(.answer, .parent), parent.stage == .parked else { return }
        parent.answerAttempts += 1
        parent.answerAt = nil
        command(.answer(.parent), .answer, .parent, attempt: parent.answerAttempts, &effects)
    }

    /// Vacates the claim; events of the old epoch no longer count.
    mutating func vacate() {
        epoch += 1
        winner = nil
        parent.holds = nil
        pending.removeAll { $0.purpose == .bridge }
    }

    /// A device asks for the call before it answers.
    mutating func claimEarly(_ device: Int, _ now: Duration, _ effects: inout [RingEffect]) {
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

    /// A lease was not used: a waiting leg gets the call, or the call rings on.
    mutating func lapse(_ now: Duration, _ effects: inout [RingEffect]) {
        vacate()
        phase = .ringing
        if let waiting = legs.firstIndex(where: \.canWin) {
            win(waiting, now, &effects)
        } else if now >= deadline {
            giveUp(.noAnswer, now, &effects)
        }
    }

    /// The reason for a device that comes after the decision.
    var reasonForLate: DeviceReason {
        switch phase {
        case .ringing, .voicemail, .apology: .missed
        case .claimed, .active, .parked: .answeredElsewhere
        case .ended(let outcome): outcome.deviceReason
        }
    }
}

extension RingLeg {
    /// Whether a person has answered it, so that it may have the call.
    var canWin: Bool { hasAnswered && (confirmation == .notNeeded || confirmation == .confirmed) }
}

/// The device that has the call. It is decided once per epoch.
public struct Claim: Hashable, Sendable, Codable {
    /// The origin of a claim, and the progress of the bridge.
    public enum Stage: Hashable, Sendable, Codable {
        /// The device said that it will answer. The lease lapses.
        case leased(until: Duration)
        /// The device has answered.
        case joining(BridgeAttempt)
    }

    /// The device.
    public let device: DeviceID
    /// The leg of the device. A device that claims before it has a leg gets one.
    public let leg: LegID
    /// How often the claim was vacated before.
    public let epoch: UInt32
    /// The progress of the claim.
    public internal(set) var stage: Stage
}
