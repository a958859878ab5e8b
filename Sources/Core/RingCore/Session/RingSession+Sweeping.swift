import CallModel

extension RingSession {
    /// Does everything that is due. An early or repeated call does nothing.
    mutating func sweep(_ now: Duration, _ effects: inout [RingEffect]) {
        switch phase {
        case .ringing: if deadline <= now { giveUp(.noAnswer, now, &effects) }
        case .claimed(let claim): sweepClaim(claim, now, &effects)
        case .active(let conversation):
            if conversation.since + RingLimits.callTimeMax <= now { end(.timeLimit, now, &effects) }
        case .parked(let parking): sweepParking(parking, now, &effects)
        case .voicemail(let voicemail): sweepVoicemail(voicemail, now, &effects)
        case .apology(let until): if until <= now { end(.winnerLost, now, &effects) }
        case .ended: if let savingUntil, savingUntil <= now { giveUpRecordings(&effects) }
        }
        sweepBeside(now, &effects)
        if let at = nextStageAt, at <= now, case .ringing = phase { beginNextStage(now, &effects) }
        if let at = parent.answerAt, at <= now { answerParent(&effects) }
        if let at = parent.lookAt, at <= now { lookAtParent(now, &effects) }
        for index in legs.indices { sweepLeg(index, now, &effects) }
        sweepRepetitions(now, &effects)
    }

    private mutating func sweepLeg(_ index: Int, _ now: Duration, _ effects: inout [RingEffect]) {
        if let at = legs[index].dialAt, at <= now {
            var rings = isBeside(index)
            if case .ringing = phase, legs[index].isWanted { rings = true }
            if rings {
                dial(index, now, &effects)
            } else {
                legs[index].dialAt = now + RingLimits.loserGrace  // A claim is being settled: later, or never.
            }
        }
        guard let at = legs[index].lookAt, at <= now else { return }
        if legs[index].carrierID != nil {
            legs[index].lookAt = now + RingLimits.silenceMax
            look(.leg(legs[index].id), &effects)
        } else {
            // The carrier never reported the leg, and would not let it ring this long. Its dial stays awaited, because
            // a leg that is named after all must end.
            let id = legs[index].id
            let dials = pending.filter { $0.purpose == .dial && $0.leg == .leg(id) }
            hungUp(id, .unknown, now, &effects)
            legs[index].isPresumedOver = true
            pending += dials
        }
    }

    /// Keeps at least one device able to answer while the call rings: the next group begins early if no device of this
    /// one can.
    mutating func keepRinging(_ now: Duration, _ effects: inout [RingEffect]) {
        while case .ringing = phase, !devices.contains(where: { $0.isBegun && mayAnswer($0) }) {
            if devices.contains(where: { !$0.isBegun && $0.reason == nil }) {
                beginNextStage(now, &effects)
            } else {
                giveUp(outcomeWithoutAnswer, now, &effects)
            }
        }
    }

    private mutating func beginNextStage(_ now: Duration, _ effects: inout [RingEffect]) {
        let next = devices.filter { !$0.isBegun && $0.reason == nil }.map(\.stage).min()
        if let next { beginStage(next, now, &effects) } else { nextStageAt = nil }
    }

    /// The outcome of a call that no device can answer any more before its deadline.
    private var outcomeWithoutAnswer: RingOutcome {
        let reasons = devices.compactMap(\.reason)
        if reasons.contains(.declined) { return .declined }
        if !reasons.isEmpty, reasons.allSatisfy({ $0 == .busy }) { return .busy }
        return reasons.allSatisfy { $0 == .unreachable || $0 == .failed } ? .unreachable : .noAnswer
    }

    /// Asks the carrier about every leg, after a start or when events may have been lost.
    mutating func lookAtEverything(_ now: Duration, _ effects: inout [RingEffect]) {
        pullBack(to: now)
        if parent.stage != .over { lookAtParent(now, &effects) }
        for index in legs.indices where legs[index].carrierID != nil {
            if legs[index].rank != .over || legs[index].isRevenant { look(.leg(legs[index].id), &effects) }
        }
    }

    /// Shortens times that lie further ahead than possible: a wrong clock set them, and they would keep the call alive
    /// for as long.
    private mutating func pullBack(to now: Duration) {
        deadline = min(deadline, now + RingLimits.ringTimeMax)
        nextStageAt = nextStageAt.map { min($0, now + RingLimits.ringTimeMax) }
        savingUntil = savingUntil.map { min($0, now + RingLimits.savingTimeMax) }
        parkedUntil = parkedUntil.map { min($0, now + RingLimits.waitTimeMax) }
        parent.answerAt = parent.answerAt.map { min($0, now + RingLimits.bridgeTimeMax) }
        for index in legs.indices {
            let latest = now + RingLimits.messageTimeMax + RingLimits.dialMargin + RingLimits.silenceMax
            legs[index].lookAt = legs[index].lookAt.map { min($0, latest) }
            legs[index].dialAt = legs[index].dialAt.map { min($0, now + RingLimits.ringTimeMax) }
        }
        switch phase {
        case .voicemail(var voicemail):
            voicemail.until = min(voicemail.until, now + voicemail.stage.timeMax)
            phase = .voicemail(voicemail)
        case .apology(let until): phase = .apology(until: min(until, now + RingLimits.apologyTimeMax))
        case .parked(let parking):
            phase = .parked(Parking(by: parking.by, until: min(parking.until, now + RingLimits.waitTimeMax)))
        case .ringing, .claimed, .active, .ended: break
        }
    }

    mutating func lookAtParent(_ now: Duration, _ effects: inout [RingEffect]) {
        parent.lookAt = now + RingLimits.silenceMax
        look(.parent, &effects)
    }

    mutating func look(_ leg: LegRef, _ effects: inout [RingEffect]) {
        pending.removeAll { $0.purpose == .look && $0.leg == leg }  // An unanswered look does not stop the next one.
        switch leg {
        case .parent:
            parent.looks &+= 1
            command(.look(leg), .look, leg, attempt: parent.looks, &effects)
        case .leg(let id):
            guard let index = self.leg(id) else { return }
            legs[index].looks &+= 1
            command(.look(leg), .look, leg, attempt: legs[index].looks, &effects)
        }
    }

    /// Handles the result of a look.
    mutating func looked(
        _ leg: LegRef, _ liveness: Liveness, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        pending.removeAll { $0.purpose == .look && $0.leg == leg }
        switch liveness {
        case .over:
            if case .leg(let id) = leg {
                hungUp(id, .unknown, now, &effects)
            } else {
                parentHungUp(.unknown, now, &effects)
            }
        case .alive: foundThere(leg, now, &effects)
        case .unknown: lookAgain(at: leg, now + RingLimits.silenceMax)
        }
    }

    private mutating func foundThere(_ leg: LegRef, _ now: Duration, _ effects: inout [RingEffect]) {
        let wait =
            switch phase {
            case .active, .parked: RingLimits.auditInterval
            case .ringing, .claimed, .voicemail, .apology, .ended: RingLimits.silenceMax
            }
        lookAgain(at: leg, now + wait)
        if leg == .parent { renewHold() }
        let order =
            switch leg {
            case .parent: parent.hangUp
            case .leg(let id): self.leg(id).flatMap { legs[$0].hangUp }
            }
        if order != nil { hangUpAgain(leg, now, &effects) } else { foundAlive(leg, now, &effects) }
    }

    /// Delays a look that is planned anyway. A leg that rings is looked at when its time is over.
    private mutating func lookAgain(at leg: LegRef, _ time: Duration) {
        switch leg {
        case .parent: if parent.lookAt != nil, parent.stage != .over { parent.lookAt = time }
        case .leg(let id):
            guard let index = self.leg(id), let planned = legs[index].lookAt else { return }
            legs[index].lookAt = max(planned, time)
        }
    }

    /// When ``RingEvent/due`` is needed next.
    public var nextDue: Duration? {
        var times: [Duration] = []
        switch phase {
        case .ringing: times.append(deadline)
        case .claimed(let claim):
            switch claim.stage {
            case .leased(let until): times.append(until)
            case .joining(let joining):
                times.append(min(joining.step.until, joining.givenUpAt))
                if let losersAt = joining.losersAt { times.append(losersAt) }
            }
        case .active(let conversation): times.append(conversation.since + RingLimits.callTimeMax)
        case .parked(let parking): times.append(parking.until)
        case .voicemail(let voicemail): times.append(voicemail.until)
        case .apology(let until): times.append(until)
        case .ended: if let savingUntil { times.append(savingUntil) }
        }
        if let until = beside?.stage.until { times.append(until) }
        if let nextRepetition { times.append(nextRepetition) }
        if let nextStageAt, case .ringing = phase { times.append(nextStageAt) }
        if let at = parent.answerAt { times.append(at) }
        if let at = parent.ringbackAt, isSilent { times.append(at) }
        if let at = parent.lookAt { times.append(at) }
        for leg in legs {
            if let at = leg.dialAt { times.append(at) }
            if let at = leg.lookAt { times.append(at) }
        }
        return times.min()
    }
}
