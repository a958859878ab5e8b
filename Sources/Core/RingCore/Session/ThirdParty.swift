public import CallModel

/// A device that is brought in beside the one that has the call. There is one at a time.
public struct ThirdParty: Hashable, Sendable, Codable {
    /// The role of the device.
    public enum Role: String, Hashable, Sendable, Codable, CaseIterable {
        /// The winner talks to it before handing the caller over: an attended transfer. The caller waits meanwhile.
        case consulted
        /// It joins the conversation; both parties hear it.
        case barging
        /// It retrieves a parked caller.
        case retrieving
    }

    /// The progress of the device. Each step ends at a time.
    public enum Stage: Hashable, Sendable, Codable {
        /// The device rings.
        case ringing(until: Duration)
        /// The device has answered, and the carrier was told `attempts` times to join it to the winner.
        case joining(attempts: UInt8, until: Duration)
        /// The device talks; nil: for as long as the call goes on.
        case joined(until: Duration?)

        /// When the step is given up.
        var until: Duration? {
            switch self {
            case .ringing(let until), .joining(_, let until): until
            case .joined(let until): until
            }
        }
    }

    /// The device.
    public let device: DeviceID
    /// Its role.
    public let role: Role
    /// Its progress.
    public internal(set) var stage: Stage
    /// How often the carrier refused to join it to the winner.
    var refusals: UInt8 = 0

    init(device: DeviceID, role: Role, stage: Stage) {
        self.device = device
        self.role = role
        self.stage = stage
    }

    /// Whether it talks to a party of the call.
    public var isJoined: Bool { if case .joined = stage { true } else { false } }

    /// Whether the caller waits while the winner talks to this device, or is about to.
    var keepsCallerWaiting: Bool {
        guard role == .consulted else { return false }
        if case .ringing = stage { return false }
        return true
    }

    /// Whether the winner and the caller are still joined, because the carrier never took the winner away.
    var leavesWinner: Bool {
        if case .joining(let attempts, _) = stage { attempts == refusals } else { false }
    }
}

/// Brings in a device beside the one that has the call: to be consulted, to barge, or to retrieve a parked caller.
extension RingSession {
    /// Rings a device for the role, as if for the first time. A device that rang for this call before begins another
    /// round.
    mutating func bringIn(
        _ planned: DeviceCandidate, as role: ThirdParty.Role, _ now: Duration, _ effects: inout [RingEffect]
    ) -> Bool {
        guard mayBringIn(planned, as: role) else { return false }
        deadline = now + min(policy.ringTime, RingLimits.ringTimeMax)
        beside = ThirdParty(device: planned.device, role: role, stage: .ringing(until: deadline))
        if case .parked(var parking) = phase {
            parking.until = max(parking.until, deadline)
            parkedUntil = parking.until
            phase = .parked(parking)
        }
        ring(beginRound(of: planned), now, &effects)
        return true
    }

    private func mayBringIn(_ planned: DeviceCandidate, as role: ThirdParty.Role) -> Bool {
        guard beside == nil, epoch < RingLimits.movesMax, !(planned.isBusy && policy.busy == .skip) else {
            return false
        }
        if case .active(let conversation) = phase, conversation.device == planned.device { return false }
        if !isReversed, outbound?.device == planned.device { return false }
        return mayRing(planned) && (planned.reach != .wake || planned.hasPush)
    }

    /// Whether a leg belongs to the device that is brought in.
    func isBeside(_ index: Int) -> Bool { beside?.device == legs[index].device && legs[index].isWanted }

    /// The device has answered.
    mutating func besideAnswered(_ index: Int, _ now: Duration, _ effects: inout [RingEffect]) {
        guard let role = beside?.role, case .ringing = beside?.stage else { return }
        switch role {
        case .retrieving: win(index, now, &effects)
        case .barging: besideJoined(until: nil, &effects)
        case .consulted:
            parent.stage = min(parent.stage, .answered)
            parent.isPlaying = false
            parent.ringbackAt = nil
            joinBeside(attempt: 1, now, &effects)
        }
    }

    private mutating func besideJoined(until: Duration?, _ effects: inout [RingEffect]) {
        guard let name = beside?.device else { return }
        beside?.stage = .joined(until: until)
        if let index = device(name) { give(.answered, to: index, &effects) }
    }

    // MARK: - Consultation

    /// Joins the winner to the device that is consulted.
    private mutating func joinBeside(attempt: UInt8, _ now: Duration, _ effects: inout [RingEffect]) {
        guard let leg = besideLeg, case .active(let conversation) = phase else { return }
        guard attempt <= RingLimits.bridgeAttemptsMax else {
            effects.append(.alarm(.bridgeFailed(leg)))
            return dropBeside(.failed, now, &effects)
        }
        beside?.stage = .joining(attempts: attempt, until: now + RingLimits.bridgeWait)
        command(.consult(conversation.leg, leg), .consult, .leg(leg), attempt: attempt, &effects)
    }

    /// Handles the result of joining them.
    mutating func consultCommanded(
        _ leg: LegRef, _ result: CommandResult, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        guard case .joining(let attempts, _) = beside?.stage, case .active(let conversation) = phase else { return }
        let wait: Duration
        switch result {
        case .accepted: wait = RingLimits.bridgeWait  // The event of the join follows, or the command is repeated.
        case .notAnswered, .conflict, .refused:
            beside?.refusals += 1
            wait = RingLimits.bridgeRetryWait
        case .rateLimited(let pause):
            beside?.refusals += 1
            wait = pause
        case .alreadyOver, .unavailable, .withdrawn:
            wait = RingLimits.silenceMax
            look(.leg(conversation.leg), &effects)
            look(leg, &effects)
        }
        beside?.stage = .joining(attempts: attempts, until: now + wait)
    }

    /// The winner and the consulted device hear each other.
    mutating func consultationBegun(_ now: Duration, _ effects: inout [RingEffect]) {
        guard case .joining = beside?.stage else { return }
        pending.removeAll { $0.purpose == .consult }
        besideJoined(until: now + RingLimits.waitTimeMax, &effects)
    }

    /// The winner hands the caller over to the consulted device, and is let go once that is done.
    mutating func completeTransfer(_ now: Duration, _ effects: inout [RingEffect]) -> Bool {
        guard beside?.keepsCallerWaiting == true, let leg = besideLeg, let index = self.leg(leg) else { return false }
        moveCaller(to: index, now, &effects)
        return true
    }

    /// The winner takes the caller back.
    mutating func cancelTransfer(_ now: Duration, _ effects: inout [RingEffect]) -> Bool {
        guard let beside, beside.role == .consulted else { return false }
        if case .ringing = beside.stage {
            dropBeside(.callerCancelled, now, &effects)
        } else {
            dropBeside(.callerHungUp, now, &effects)
        }
        return true
    }

    /// Joins the caller to another device: a claim under a new epoch.
    private mutating func moveCaller(to index: Int, _ now: Duration, _ effects: inout [RingEffect]) {
        beside = nil
        for command in pending where command.purpose == .consult { effects.append(.withdraw(command.id)) }
        pending.removeAll { $0.purpose == .consult }
        vacate()
        win(index, now, &effects)
    }

    // MARK: - Going

    /// The leg by which the device may still be reached.
    var besideLeg: LegID? { beside.flatMap { wantedLeg(of: $0.device) }.map { legs[$0].id } }

    /// Lets the device go.
    mutating func dropBeside(_ reason: DeviceReason, _ now: Duration, _ effects: inout [RingEffect]) {
        guard let name = beside?.device else { return }
        for index in legs.indices where legs[index].device == name { dismiss(index, reason, &effects) }
        if let index = device(name) {
            devices[index].isAwaited = false
            give(reason, to: index, &effects)
        }
        besideGone(now, &effects)
    }

    /// The device is gone: the parties that it joined go on without it.
    mutating func besideGone(_ now: Duration, _ effects: inout [RingEffect]) {
        guard let gone = beside else { return }
        beside = nil
        guard gone.keepsCallerWaiting, case .active(let conversation) = phase, let index = leg(conversation.leg),
            legs[index].isWanted
        else { return }
        if gone.leavesWinner {
            parent.stage = .bridged
            return stopHold(&effects)
        }
        moveCaller(to: index, now, &effects)
    }

    /// Whether the bridge is that between the winner and the consulted device, as the winner's leg reports it.
    func isConsultation(_ mark: BridgeMark) -> Bool {
        beside?.role == .consulted && mark.leg == besideLeg && mark.epoch == epoch
    }

    /// A leg is over. It may have been the device's, or the leg of the winner who talked to it.
    mutating func noteEndBeside(of index: Int, _ now: Duration, _ effects: inout [RingEffect]) {
        guard let beside, beside.device == legs[index].device, besideLeg == nil else { return }
        if let device = device(beside.device), devices[device].isAwaited { return }
        besideGone(now, &effects)
    }

    /// The wait for the device is over.
    mutating func sweepBeside(_ now: Duration, _ effects: inout [RingEffect]) {
        guard let beside, let until = beside.stage.until, until <= now else { return }
        switch beside.stage {
        case .ringing: dropBeside(.missed, now, &effects)
        case .joining(let attempts, _): joinBeside(attempt: attempts + 1, now, &effects)
        case .joined: dropBeside(.answered, now, &effects)
        }
    }

    /// The call is over: gives the device its result.
    mutating func releaseBeside(_ effects: inout [RingEffect]) {
        guard let gone = beside else { return }
        beside = nil
        let reason: DeviceReason =
            switch gone.stage {
            case .ringing: .callerCancelled
            case .joining: .callerHungUp
            case .joined: .answered
            }
        for index in legs.indices where legs[index].device == gone.device { dismiss(index, reason, &effects) }
        if let index = device(gone.device) { give(reason, to: index, &effects) }
    }
}
