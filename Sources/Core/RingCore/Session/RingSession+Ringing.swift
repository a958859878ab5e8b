import CallModel

extension RingSession {
    /// Opens a session for a call: plans every device, and rings the first group. A store opens it by
    /// ``RingSessionUpdate``.
    ///
    /// - Parameters:
    ///   - meeting: the part of this call if it meets another one; then no device rings for it at first.
    ///   - now: since the origin of the owner's clock.
    public static func open(
        _ call: InboundCall, meeting: GlareResolution? = nil, at now: Duration, into effects: inout [RingEffect]
    ) -> RingSession {
        let unopened = RingSession(call, at: now)
        var session = unopened
        session.plan(call)
        if call.isGone {
            session.parent.stage = .over
            session.end(.cancelled, now, &effects)
        } else if session.outbound?.refusal != nil {
            session.end(.refused, now, &effects)
        } else if let meeting {
            session.handle(meeting, now, &effects)
        } else {
            session.beginStage(0, now, &effects)
        }
        session.settle(now, &effects)
        session.notePending(now)
        return session
    }

    private mutating func plan(_ call: InboundCall) {
        for planned in call.devices where devices.count < RingLimits.devicesMax {
            guard !devices.contains(where: { $0.device == planned.device }) else { continue }
            var device = RungDevice(planned)
            if planned.isBusy && policy.busy == .skip { device.reason = .busy }
            devices.append(device)
        }
    }

    /// Rings the devices of one group.
    mutating func beginStage(_ number: UInt8, _ now: Duration, _ effects: inout [RingEffect]) {
        stage = number
        nextStageAt = devices.contains { $0.stage > number } ? now + policy.time(ofStage: number) : nil
        for index in devices.indices where devices[index].stage <= number && !devices[index].isBegun {
            ring(index, now, &effects)
        }
    }

    /// Rings a device in every way it can be reached.
    mutating func ring(_ index: Int, _ now: Duration, _ effects: inout [RingEffect]) {
        guard devices[index].reason == nil else { return }
        devices[index].isBegun = true
        if devices[index].hasPush {
            devices[index].isPushed = true
            effects.append(.push(.ring(deadline: deadline), devices[index].device, round: devices[index].round))
        }
        if devices[index].hasChannel { notify(.ringing(deadline: deadline), devices[index], &effects) }
        switch devices[index].reach {
        case .wake where devices[index].hasPush: devices[index].isAwaited = true
        case .wake: give(.unreachable, to: index, &effects)
        case .dial, .number, .callee: dialNewLeg(to: index, now, &effects)
        }
    }

    /// A device has logged in where a log-in says that it is ready: one that was woken, or one that was not there when
    /// the call came. A dial costs nothing there, so it is worth it until the deadline.
    mutating func arrived(_ planned: DeviceCandidate, _ now: Duration, _ effects: inout [RingEffect]) {
        guard case .ringing = phase else { return }
        guard let index = device(planned.device) else {
            guard devices.count < RingLimits.devicesMax else { return }
            devices.append(RungDevice(planned))
            return ring(devices.count - 1, now, &effects)
        }
        guard devices[index].isBegun, devices[index].reason == nil, wantedLeg(of: planned.device) == nil else { return }
        dialNewLeg(to: index, now, &effects)
    }

    /// - Returns: the index of the new leg; nil where the device has had all the legs it may have.
    @discardableResult
    mutating func dialNewLeg(to index: Int, _ now: Duration, _ effects: inout [RingEffect]) -> Int? {
        guard let leg = planLeg(of: index) else { return nil }
        dial(leg, now, &effects)
        return leg
    }

    mutating func planLeg(of index: Int) -> Int? {
        guard devices[index].legs < RingLimits.legsPerDeviceMax else { return nil }
        devices[index].legs += 1
        devices[index].isAwaited = false
        let ordinal = UInt16(legs.count + 1)
        legs.append(
            RingLeg(
                id: LegID(session: id, ordinal: ordinal), ordinal: ordinal, device: devices[index].device,
                confirmation: devices[index].reach == .number ? .needed : .notNeeded,
                round: devices[index].round > .first ? devices[index].round : nil,
                role: beside.flatMap { $0.device == devices[index].device ? $0.role : nil }))
        return legs.count - 1
    }

    /// Tells the carrier to dial a leg's device, until shortly after the deadline.
    mutating func dial(_ index: Int, _ now: Duration, _ effects: inout [RingEffect]) {
        legs[index].rank = max(legs[index].rank, .dialing)
        legs[index].dialAt = nil
        legs[index].dialAttempts += 1
        legs[index].lookAt = ringsUntil(now) + RingLimits.dialMargin + RingLimits.silenceMax
        command(dialOrder(index, now), .dial, .leg(legs[index].id), attempt: legs[index].dialAttempts, &effects)
    }

    func dialOrder(_ index: Int, _ now: Duration) -> CarrierCommand {
        let timeout = ringsUntil(now) + RingLimits.dialMargin - now
        return legs[index].role == .barging
            ? .barge(legs[index].id, timeout: timeout) : .dial(legs[index].id, timeout: timeout)
    }

    /// A leg has its carrier id; the reply to its dial may have been lost.
    mutating func adopt(
        _ leg: LegID, as name: CarrierLegID, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        guard let index = self.leg(leg) else { return effects.append(.alarm(.unknownLeg(leg))) }
        withdrawDials(of: leg, &effects)
        hasCarrierObeyed = true
        named(index, name)
        advance(leg, to: .dialing)
    }

    /// Withdraws a pending repetition of a dial, because the leg exists.
    private mutating func withdrawDials(of leg: LegID, _ effects: inout [RingEffect]) {
        for command in pending where command.purpose == .dial && command.leg == .leg(leg) && command.doubt != nil {
            effects.append(.withdraw(command.id))
        }
        pending.removeAll { $0.purpose == .dial && $0.leg == .leg(leg) }
    }

    /// Notes a leg's carrier id. A leg that was presumed never made exists after all, and must end.
    private mutating func named(_ index: Int, _ name: CarrierLegID?) {
        guard let name, legs[index].carrierID == nil else { return }
        legs[index].carrierID = name
        legs[index].dialAt = nil  // The dial had been carried out before its repetition was refused.
        guard legs[index].isPresumedOver else { return }
        legs[index].isPresumedOver = false
        legs[index].isRevenant = true
        if legs[index].hangUp == nil { legs[index].hangUp = HangUpOrder(reason: reasonForLate) }
    }

    mutating func advance(_ leg: LegID, to rank: LegRank) {
        guard let index = self.leg(leg) else { return }
        legs[index].rank = max(legs[index].rank, rank)
    }

    /// Handles the result of a dial.
    ///
    /// - Parameter isDoubted: whether an earlier attempt may have been carried out.
    mutating func dialed(
        _ leg: LegRef, _ result: CommandResult, isDoubted: Bool, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        guard case .leg(let id) = leg, let index = self.leg(id) else { return }
        if case .accepted(let name) = result { named(index, name) }
        guard legs[index].rank != .over else { return }
        switch result {
        case .accepted: break
        // The leg may exist, so it is not dialed again: its own event adopts it, or its time runs out.
        case .unavailable: break
        case .rateLimited where isDoubted: break
        case .rateLimited(let wait): postpone(index, by: wait, now, &effects)
        case .refused, .notAnswered, .conflict:
            effects.append(.alarm(.dialRefused(legs[index].device)))
            hungUp(id, .unknown, now, &effects)
            legs[index].isPresumedOver = isDoubted
        case .alreadyOver:
            parentHungUp(.unknown, now, &effects)  // The only call of a dial that can be over is the caller's.
            hungUp(id, .unknown, now, &effects)
        case .withdrawn:
            hungUp(id, .unknown, now, &effects)
            legs[index].isPresumedOver = true
        }
    }

    private mutating func postpone(
        _ index: Int, by wait: Duration, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        let isInTime = now + wait + RingLimits.ringTimeMin <= deadline
        if isInTime, legs[index].isWanted, legs[index].dialAttempts < RingLimits.dialAttemptsMax {
            legs[index].dialAt = now + wait
            legs[index].lookAt = nil
        } else {
            hungUp(legs[index].id, .unreachable, now, &effects)
        }
    }

    /// Until when a device can take the call: while it rings, or may be rescued from voicemail. A later dial is
    /// useless.
    public var dialsUntil: Duration {
        if case .voicemail(let voicemail) = phase { max(deadline, voicemail.until) } else { deadline }
    }

    /// Devices that may rescue a call from voicemail keep ringing during the greeting.
    private func ringsUntil(_ now: Duration) -> Duration {
        if case .voicemail(let voicemail) = phase { return max(voicemail.until, now) }
        let rescue = !hasTalked && policy.hasVoicemail && policy.rescue != .refused ? RingLimits.greetingTimeMax : .zero
        return max(deadline, now) + rescue
    }
}

extension RungDevice {
    init(_ planned: DeviceCandidate) {
        self.init(
            device: planned.device, user: planned.user, reach: planned.reach, hasPush: planned.hasPush,
            stage: planned.stage, hasChannel: planned.hasChannel)
    }
}
