public import CallModel

extension RingSession {
    /// Handles a request of an operator, who must know the present version.
    mutating func handle(
        _ request: RingRequest, seen: UInt64, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        guard seen == version else { return effects.append(.refused(request)) }
        let (before, count) = (self, effects.count)
        reverse(for: request, now, &effects)
        if carryOut(request, now, &effects) { return }
        self = before
        effects.removeLast(effects.count - count)
        effects.append(.refused(request))
    }

    /// - Returns: whether the request can be met in the present state.
    private mutating func carryOut(_ request: RingRequest, _ now: Duration, _ effects: inout [RingEffect]) -> Bool {
        guard allows(request) else { return false }
        switch (request, phase) {
        case (.transfer(let planned), .ringing): return transfer(to: planned, now, &effects)
        case (.consult(let planned), .active): return bringIn(planned, as: .consulted, now, &effects)
        case (.completeTransfer, .active): return completeTransfer(now, &effects)
        case (.cancelTransfer, .active): return cancelTransfer(now, &effects)
        case (.barge(let planned), .active): return bringIn(planned, as: .barging, now, &effects)
        case (.park, .active(let conversation)): return park(conversation, now, &effects)
        case (.unpark(let planned), .parked): return bringIn(planned, as: .retrieving, now, &effects)
        case (.end, .ended): return false
        case (.end, _): end(outcomeOfRequest, now, &effects)
        case (.transfer, _), (.consult, _), (.completeTransfer, _), (.cancelTransfer, _), (.barge, _), (.park, _),
            (.unpark, _):
            return false
        }
        return true
    }

    /// The outcome of a call that is ended on request.
    var outcomeOfRequest: RingOutcome {
        if hasTalked { return .endedByOperator }
        return switch phase {
        case .ringing: .cancelled
        case .claimed: .abandoned
        case .voicemail(let voicemail): voicemail.instead
        case .apology: .winnerLost
        case .active, .parked, .ended: .endedByOperator
        }
    }

    private mutating func transfer(
        to planned: DeviceCandidate, _ now: Duration, _ effects: inout [RingEffect]
    ) -> Bool {
        guard mayRing(planned) else { return false }
        release(.withdrawn, &effects)
        let index = beginRound(of: planned)
        if planned.isBusy && policy.busy == .skip { devices[index].reason = .busy }
        deadline = now + min(policy.ringTime, RingLimits.ringTimeMax)
        ring(index, now, &effects)
        return true
    }

    /// Whether a device can be brought into the call: it was no part of it, or has settled its round.
    func mayRing(_ planned: DeviceCandidate) -> Bool {
        guard let index = device(planned.device) else { return devices.count < RingLimits.devicesMax }
        return devices[index].mayRingAnew
    }

    /// Begins the first or another round of a device.
    mutating func beginRound(of planned: DeviceCandidate) -> Int {
        guard let index = device(planned.device) else {
            devices.append(RungDevice(planned))
            return devices.count - 1
        }
        devices[index].beginRound(planned)
        return index
    }
}

/// The caller waits and hears hold music until a device retrieves the call.
public struct Parking: Hashable, Sendable, Codable {
    /// The device that had the call before.
    public let by: DeviceID
    /// When the caller is given up.
    public internal(set) var until: Duration
}

/// A parked caller.
extension RingSession {
    /// The winner leaves, and the caller waits.
    mutating func park(_ conversation: Conversation, _ now: Duration, _ effects: inout [RingEffect]) -> Bool {
        guard beside == nil, epoch < RingLimits.movesMax else { return false }
        vacate()
        let parking = Parking(by: conversation.device, until: now + RingLimits.waitTimeMax)
        parkedUntil = parking.until
        phase = .parked(parking)
        parent.stage = min(parent.stage, .answered)
        parent.isHeld = false
        parent.isPlaying = false
        parent.ringbackAt = nil
        if let index = leg(conversation.leg) { dismiss(index, .answered, &effects) }
        return true
    }

    /// Gives up a caller who was not retrieved in time.
    mutating func sweepParking(_ parking: Parking, _ now: Duration, _ effects: inout [RingEffect]) {
        guard parking.until <= now else { return }
        dropBeside(.missed, now, &effects)
        parkedUntil = nil
        apologize(now, &effects)
    }

    /// The next device for a caller who has already talked is lost: the device that handed over has the caller back, or
    /// the caller is parked again, or the call ends.
    mutating func nextWinnerLost(_ by: DeviceID, _ now: Duration, _ effects: inout [RingEffect]) {
        if let index = legs.firstIndex(where: \.canWin) { return win(index, now, &effects) }
        guard let parkedUntil, parkedUntil > now else { return apologize(now, &effects) }
        phase = .parked(Parking(by: by, until: parkedUntil))
        parent.isPlaying = false
        parent.ringbackAt = nil
    }

    /// Plays an apology to the caller, and then ends the call.
    mutating func apologize(_ now: Duration, _ effects: inout [RingEffect]) {
        phase = .apology(until: now + RingLimits.apologyTimeMax)
        command(.play(.playApology), .playApology, .parent, &effects)
        release(.missed, &effects)
    }
}
