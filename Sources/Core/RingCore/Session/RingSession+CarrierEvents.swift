import CallModel

extension RingSession {
    /// Handles news from a carrier.
    mutating func handle(_ event: CarrierEvent, _ now: Duration, _ effects: inout [RingEffect]) {
        switch redirected(event) {
        case .initiated(let leg, let name): adopt(leg, as: name, now, &effects)
        case .ringing(let leg): advance(leg, to: .ringing)
        case .answered(.parent): parentAnswered(now, &effects)
        case .answered(.leg(let leg)): answered(leg, now, &effects)
        case .confirmed(let leg, let isPerson): confirmed(leg, isPerson: isPerson, now, &effects)
        case .bridged(let leg, let mark): bridged(leg, by: mark, now, &effects)
        case .hungUp(.parent, let reason): parentHungUp(reason, now, &effects)
        case .hungUp(.leg(let leg), let reason): hungUp(leg, reason, now, &effects)
        case .playbackEnded(let purpose, let hasPlayed):
            playbackEnded(purpose, hasPlayed: hasPlayed, now, &effects)
        case .recordingSaved(.message, let recording, let length): messageSaved(recording, length, now, &effects)
        case .recordingSaved(.conversation, let recording, let length):
            conversationSaved(recording, length, &effects)
        case .recordingFailed(.message): messageFailed(now, &effects)
        case .recordingFailed(.conversation): conversationFailed(&effects)
        case .held(let leg, let isHeld): held(leg, isHeld)
        case .looked(let leg, let liveness): looked(leg, liveness, now, &effects)
        }
    }

    /// A leg has its carrier id; the reply to its dial may have been lost.
    private mutating func adopt(
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
        // The leg may exist, so it is not dialed again: its own news adopts it, or its time runs out.
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

    private mutating func held(_ leg: LegRef, _ isHeld: Bool) {
        switch phase {
        case .claimed, .active: break  // They may be talking, with the news of the bridge on its way.
        case .ringing, .parked, .voicemail, .apology: if isHeld { return }
        case .ended: return
        }
        switch leg {
        case .parent: parent.isHeld = isHeld
        case .leg(let id): if let index = self.leg(id), legs[index].hasAnswered { legs[index].isHeld = isHeld }
        }
    }
}
