internal import CallModel

extension CallSession {
    /// Begins a call that is to ring, or one that fails at once.
    mutating func begin(
        ringing devices: [RegisteredSession], waking wakeable: [DeviceID], failure: Ending?, _ turn: inout Turn
    ) {
        let caller = legs[Self.caller]
        if failure != nil { commanded = nil }  // Nobody has to decide about it.
        record(
            .created(
                leg: caller.id, caller: caller.user, device: caller.device, callee: callee,
                dialled: invitation.dialled, organization: organization), &turn)
        if let failure { return giveUp(failure, &turn) }
        let ringTime = commanded == nil ? turn.limits.ringTime : turn.limits.commandedTime
        let deadline = turn.start(.ring(id), after: ringTime)
        state = .ringing(Ringing(deadline: deadline))
        for device in devices { plan(device, &turn) }
        for index in legs.indices.dropFirst() { ring(index, &turn) }
        wake(wakeable, until: deadline, &turn)
    }

    /// Adds a leg for a device, unless the call has had too many.
    ///
    /// - Returns: the leg's index.
    @discardableResult
    mutating func plan(_ device: RegisteredSession, as name: LegID? = nil, _ turn: inout Turn) -> Int? {
        let countMax = commanded == nil ? turn.limits.calledLegsMax : turn.limits.commandedLegsMax
        guard legs.count <= countMax, let ordinal = UInt16(exactly: legs.count) else { return nil }
        let leg = name ?? LegID(session: id, ordinal: ordinal)
        legs.append(
            Leg(id: leg, callID: CallID(leg), of: device, takesCandidates: device.capabilities.contains(.trickle)))
        record(.legPlanned(leg, user: device.user, device: device.device), &turn)
        return legs.count - 1
    }

    /// Tells a planned leg's device to ring, once it can be reached and there is all it needs.
    mutating func ring(_ index: Int, _ turn: inout Turn) {
        guard case .ringing = state, legs[index].state == .planned, legs[index].connection != nil else { return }
        guard legs[Self.caller].media.isSettled || legs[index].takesCandidates else {
            return awaitCallersCandidates(&turn)
        }
        legs[index].state = .ringing
        record(.legRang(legs[index].id), &turn)
        invite(index, &turn)
        guard rangAt == nil else { return }
        rangAt = turn.now
        legs[Self.caller].state = .ringing
        tellCallerItRings(&turn)
    }

    /// Sends the invitation, as often as the device needs it on a new connection.
    mutating func invite(_ index: Int, _ turn: inout Turn) {
        let media = legs[Self.caller].media
        let isWhole = !legs[index].takesCandidates
        guard let description = isWhole ? media.whole : media.description else { return }
        var invitation = invitation
        invitation.name = name(of: index)
        invitation.description = description
        invitation.trickles = media.trickles && !isWhole
        tell(index, .invite(invitation), &turn)
        legs[index].restartCandidates()
        passCandidates(from: Self.caller, to: index, &turn)
    }

    func tellCallerItRings(_ turn: inout Turn) {
        guard legs[Self.caller].capabilities.contains(.ringing) else { return }
        tell(Self.caller, .ringing(name(of: Self.caller)), &turn)
    }

    /// A device of the callee has logged in while the call rings.
    ///
    /// - Returns: the new leg's index; `nil` if there is none.
    mutating func join(_ device: RegisteredSession, _ turn: inout Turn) -> Int? {
        guard case .ringing = state, divertedAfter == nil, !legs.contains(where: { $0.session == device.id }) else {
            return nil
        }
        guard let index = plan(device, &turn) else { return nil }
        ring(index, &turn)
        return index
    }

    /// Nobody answered in time.
    mutating func ringTimeIsOver(due deadline: Duration, _ turn: inout Turn) {
        guard case .ringing(let ringing) = state, ringing.deadline == deadline else { return }
        if commanded != nil { return waitIsOver(&turn) }
        giveUp(Ending(rangAt == nil && woken.isEmpty ? .unreachable : .noAnswer), &turn)
    }

    /// The caller did not come back in time.
    mutating func callerGraceIsOver(due deadline: Duration, _ turn: inout Turn) {
        guard case .ringing(let ringing) = state, ringing.callerGrace == deadline else { return }
        end(Ending(.cancelled), &turn)
    }

    /// Gives the call up when no device is left that could answer it, not even one that a push may still wake.
    mutating func endIfNobodyIsLeft(_ turn: inout Turn) {
        guard case .ringing = state, commanded == nil, !isAwaitingWoken else { return }
        var strongest: Ending?
        for leg in legs.dropFirst() {
            guard let ending = leg.state.ending else { return }
            strongest = strongest?.joined(with: ending) ?? ending
        }
        giveUp(strongest ?? Ending(.unreachable), &turn)
    }
}
