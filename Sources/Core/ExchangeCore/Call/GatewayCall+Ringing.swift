internal import CallModel
internal import Redaction
internal import RingCore

extension GatewayCall {
    /// Begins a call that waits for the commands of its ring session, or ends one that cannot ring. Such a call rings
    /// the attendant if its caller may leave a message.
    mutating func begin(_ turn: inout Turn) {
        let caller = legs[Self.caller]
        record(
            .created(
                leg: caller.id, caller: caller.user, device: caller.device, callee: callee,
                dialed: invitation.dialed, organization: organization), &turn)
        if let failure, callee == nil || !hasMailbox || !Self.leavesRoomForAMessage(failure.reason) {
            return end(failure, &turn)
        }
        if isToNumber { reportPlacement(&turn) }
        let ringTime = isToNumber ? turn.limits.numberCallTime : turn.limits.ringTime
        state = .ringing(Ringing(deadline: turn.start(.ring(id), after: ringTime)))
    }

    /// The login of a device that a leg of the call rings, among those of its user: the last with a connection. A
    /// caller who calls the own number is not rung at the login that calls.
    func login(of device: DeviceID, among logins: [RegisteredSession]) -> RegisteredSession? {
        let caller = legs[Self.caller].session
        let fitting = logins.filter { $0.device == device && $0.id != caller && canRing($0) }
        return fitting.last { $0.connection != nil } ?? fitting.last
    }

    /// Adds a leg for a device, unless the call has had too many.
    ///
    /// - Returns: the leg's index.
    @discardableResult
    mutating func plan(_ device: RegisteredSession, as name: LegID? = nil, _ turn: inout Turn) -> Int? {
        let countMax = isToNumber ? turn.limits.numberLegsMax : turn.limits.calledLegsMax
        guard legs.count <= countMax, let ordinal = UInt16(exactly: legs.count) else { return nil }
        let leg = name ?? LegID(session: id, ordinal: ordinal)
        legs.append(
            Leg(id: leg, callID: CallID(leg), of: device, takesCandidates: device.capabilities.contains(.trickle)))
        record(.legPlanned(leg, user: device.user, device: device.device), &turn)
        return legs.count - 1
    }

    /// Tells a planned leg's device to ring, if it has a connection and the description is complete enough for it.
    mutating func ring(_ index: Int, _ turn: inout Turn) {
        guard case .ringing = state, legs[index].state == .planned, legs[index].connection != nil else { return }
        guard legs[Self.caller].media.isSettled || legs[index].takesCandidates else {
            return awaitCallersCandidates(&turn)
        }
        legs[index].state = .ringing
        record(.legRang(legs[index].id), &turn)
        if index != attendantLeg { report(.ringing(legs[index].id), &turn) }
        invite(index, &turn)
        guard rangAt == nil else { return }
        rangAt = turn.now
        legs[Self.caller].state = .ringing
        sendRingingToCaller(&turn)
    }

    /// Sends the invitation. A device needs it again on each new connection.
    mutating func invite(_ index: Int, _ turn: inout Turn) {
        let media = legs[Self.caller].media
        let isWhole = !legs[index].takesCandidates
        guard let description = isWhole ? media.whole : media.description else { return }
        var invitation = invitation
        invitation.name = name(of: index)
        invitation.description = description
        invitation.trickles = media.trickles && !isWhole
        invitation.takesEarlyDescription = asksForEarlyDescription(index)
        send(index, .invite(invitation), &turn)
        legs[index].restartCandidates()
        passCandidates(from: Self.caller, to: index, &turn)
    }

    mutating func sendRingingToCaller(_ turn: inout Turn) {
        guard legs[Self.caller].capabilities.contains(.ringing) else { return }
        expectOfCaller(&turn)
        send(Self.caller, .ringing(name(of: Self.caller)), &turn)
    }

    /// Handles the end of the ring time, of the attendant's time, or of the wait for commands.
    ///
    /// - Returns: whether the ring time of a call between users is over, which its ring session decides about.
    mutating func ringTimeIsOver(due deadline: Duration, _ turn: inout Turn) -> Bool {
        guard case .ringing(var ringing) = state, ringing.deadline == deadline else { return false }
        guard !isToNumber, attendantLeg == nil else {
            waitIsOver(&turn)
            return false
        }
        ringing.isOver = true
        state = .ringing(ringing)
        return true
    }

    /// Ends the call, as its caller did not come back in time.
    mutating func callerGraceIsOver(due deadline: Duration, _ turn: inout Turn) {
        guard case .ringing(let ringing) = state, ringing.callerGrace == deadline else { return }
        end(Ending(.cancelled), &turn)
    }
}

extension GatewayCall {
    /// Whether this call rings the given target. A limit on rings for one target counts such calls.
    func isRinging(_ target: CallTarget, dialedAs dialed: Redacted<String>) -> Bool {
        guard case .ringing = state, divertedAfter == nil else { return false }
        switch target {
        case .user(let user): return callee == user
        case .number: return isToNumber && Self.number(in: invitation.dialed) == Self.number(in: dialed)
        }
    }

    /// The number without scheme and domain: one exchange is one domain, so any text behind the number means the
    /// same.
    private static func number(in dialed: Redacted<String>) -> Substring {
        let text = dialed.revealed
        return (text.hasPrefix("sip:") ? text.dropFirst(4) : text[...]).prefix { $0 != "@" }
    }
}

extension GatewayCall {
    /// Rings a device by push: one without a connection, or one whose connection may be dead unnoticed.
    mutating func wake(_ device: DeviceID, _ turn: inout Turn) {
        guard let callee, case .ringing(let ringing) = state else { return }
        woken.append(device)
        let ring = GatewayRingPush(
            session: id, caller: legs[Self.caller].user, callerName: invitation.callerName,
            callerNumber: invitation.callerNumber, dialed: invitation.dialed, organization: organization,
            deadline: ringing.deadline)
        turn.effects.append(.push(callee, device, .ring(ring)))
    }

    /// Tells the devices rung by push that the call is over for them, unless they are told on a connection.
    ///
    /// - Parameter winner: the device that has the call; nothing is over for it.
    mutating func callOff(_ ending: Ending, except winner: DeviceID? = nil, _ turn: inout Turn) {
        guard let callee else { return }
        for device in woken where device != winner {
            let hears = legs.contains { $0.device == device && $0.connection != nil }
            if !hears { turn.effects.append(.push(callee, device, .over(id, ending))) }
        }
        woken = []
    }
}
