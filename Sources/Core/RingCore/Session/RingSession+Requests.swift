import CallModel

extension RingSession {
    /// Takes what an operator asks for, if the operator knows how things are.
    mutating func take(
        _ request: RingRequest, seen: UInt64, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        guard seen == version else { return effects.append(.refused(request)) }
        let (before, count) = (self, effects.count)
        reverse(for: request, now, &effects)
        if obey(request, now, &effects) { return }
        self = before
        effects.removeLast(effects.count - count)
        effects.append(.refused(request))
    }

    /// - Returns: whether it can be done as things are.
    private mutating func obey(_ request: RingRequest, _ now: Duration, _ effects: inout [RingEffect]) -> Bool {
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

    /// What a call comes to that is ended on request.
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
        to planned: PlannedDevice, _ now: Duration, _ effects: inout [RingEffect]
    ) -> Bool {
        guard mayRing(planned) else { return false }
        release(.withdrawn, &effects)
        let index = beginRound(of: planned)
        if planned.isBusy && policy.busy == .skip { devices[index].reason = .busy }
        deadline = now + min(policy.ringTime, RingLimits.ringTimeMax)
        ring(index, now, &effects)
        return true
    }

    /// Whether a device can be brought into the call: one that was no part of it, or has settled the round it was in.
    func mayRing(_ planned: PlannedDevice) -> Bool {
        guard let index = device(planned.device) else { return devices.count < RingLimits.devicesMax }
        return devices[index].mayRingAnew
    }

    /// Takes a device into the call for a round of its own: the first, or another.
    mutating func beginRound(of planned: PlannedDevice) -> Int {
        guard let index = device(planned.device) else {
            devices.append(RungDevice(planned))
            return devices.count - 1
        }
        devices[index].beginRound(planned)
        return index
    }
}
