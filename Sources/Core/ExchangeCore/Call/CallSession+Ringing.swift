internal import CallModel
internal import Redaction

extension CallSession {
    /// Begins a call that is to ring, or one that fails at once.
    mutating func begin(
        ringing devices: [RegisteredSession], waking wakeable: [DeviceID], failure: Ending?, _ turn: inout Turn
    ) {
        let caller = legs[Self.caller]
        if failure != nil { commanded = nil }  // A failed call needs no command.
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

    /// Tells a planned leg's device to ring, if it has a connection and the description is complete enough for it.
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

    /// Adds a leg for a device of the callee that logged in while the call rings.
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

    /// Gives the call up, as no device answered in time.
    mutating func ringTimeIsOver(due deadline: Duration, _ turn: inout Turn) {
        guard case .ringing(let ringing) = state, ringing.deadline == deadline else { return }
        if commanded != nil { return waitIsOver(&turn) }
        giveUp(Ending(rangAt == nil && woken.isEmpty ? .unreachable : .noAnswer), &turn)
    }

    /// Ends the call, as its caller did not come back in time.
    mutating func callerGraceIsOver(due deadline: Duration, _ turn: inout Turn) {
        guard case .ringing(let ringing) = state, ringing.callerGrace == deadline else { return }
        end(Ending(.cancelled), &turn)
    }

    /// Gives the call up if no device is left that could answer it. A device that a push may still wake counts as
    /// left.
    mutating func endIfNoDeviceIsLeft(_ turn: inout Turn) {
        guard case .ringing = state, commanded == nil, !isAwaitingWoken else { return }
        var strongest: Ending?
        for leg in legs.dropFirst() {
            guard let ending = leg.state.ending else { return }
            strongest = strongest?.joined(with: ending) ?? ending
        }
        giveUp(strongest ?? Ending(.unreachable), &turn)
    }
}

extension CallSession {
    /// Whether this call rings the given target. A limit on rings for one target counts such calls.
    func isRinging(_ target: CallTarget, dialledAs dialled: Redacted<String>) -> Bool {
        guard case .ringing = state, divertedAfter == nil else { return false }
        switch target {
        case .user(let user): return callee == user
        case .number: return commanded != nil && Self.number(in: invitation.dialled) == Self.number(in: dialled)
        }
    }

    /// The number without scheme and domain: one exchange is one domain, so any text behind the number means the
    /// same.
    private static func number(in dialled: Redacted<String>) -> Substring {
        let text = dialled.revealed
        return (text.hasPrefix("sip:") ? text.dropFirst(4) : text[...]).prefix { $0 != "@" }
    }
}

extension CallSession {
    /// Rings devices by push: those without a connection, and those whose connection may be dead unnoticed.
    mutating func wake(_ devices: [DeviceID], until deadline: Duration, _ turn: inout Turn) {
        guard let callee, !devices.isEmpty else { return }
        woken = devices
        let ring = GatewayRingPush(
            session: id, caller: legs[Self.caller].user, callerName: invitation.callerName,
            callerNumber: invitation.callerNumber, dialled: invitation.dialled, organization: organization,
            deadline: deadline)
        for device in devices { turn.effects.append(.push(callee, device, .ring(ring))) }
    }

    /// Whether a device rung by push has not logged in yet.
    var isAwaitingWoken: Bool {
        woken.contains { device in !legs.contains { $0.device == device } }
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

/// Diverting: the attendant takes a message when no device of the callee takes the call.
extension CallSession {
    /// Names the callee in the attendant's invitation. A caller's own headers never reach the attendant.
    static let mailboxHeader: HeaderName = "X-Carillon-Mailbox"
    /// Names the call in the attendant's invitation, by the id the journal has for it.
    static let sessionHeader: HeaderName = "X-Carillon-Session"

    /// Diverts a call that no device of the callee takes, if the caller may leave a message. Ends it otherwise.
    mutating func giveUp(_ ending: Ending, _ turn: inout Turn) {
        guard case .ringing(var ringing) = state else { return }
        if let divertedAfter { return end(divertedAfter, &turn) }
        guard attendant != nil, let callee, Self.leavesRoomForAMessage(ending.reason) else {
            return end(ending, &turn)
        }
        divertedAfter = ending
        turn.cancel(.ring(id), due: ringing.deadline)
        for index in legs.indices.dropFirst() { finish(index, ending, isReportedNow: true, &turn) }
        callOff(ending, &turn)
        address(to: callee)
        ringing.deadline = turn.start(.ring(id), after: turn.limits.attendantTime)
        state = .ringing(ringing)
        turn.divertedCalls.append(id)
    }

    /// Replaces the invitation's headers by those for the attendant alone.
    mutating func address(to mailbox: UserID) {
        invitation.headers = [
            CustomHeader(name: Self.mailboxHeader, value: Redacted(mailbox.rawValue)),
            CustomHeader(name: Self.sessionHeader, value: Redacted(id.description)),
        ]
        invitation.clientState = nil
    }

    /// Rings the attendant, or ends the call if no device of it is there.
    ///
    /// - Returns: the new leg's index.
    mutating func ringAttendant(_ device: RegisteredSession?, _ turn: inout Turn) -> Int? {
        guard case .ringing = state, let divertedAfter else { return nil }
        guard let device, let index = plan(device, &turn) else {
            end(divertedAfter, &turn)
            return nil
        }
        ring(index, &turn)
        return index
    }

    /// Whether a caller whose call ends like this would leave a message.
    private static func leavesRoomForAMessage(_ reason: EndReason) -> Bool {
        switch reason {
        case .noAnswer, .busy, .declined, .declinedElsewhere, .unreachable: true
        case .cancelled, .incompatible, .failed, .answeredElsewhere, .dropped, .completed: false
        }
    }
}

extension Exchange {
    /// Brings the calls that were diverted in this turn to their attendants. Their callees are free from now on, as
    /// another party speaks to the caller.
    mutating func divertCalls(_ turn: inout Turn) {
        for session in turn.divertedCalls {
            guard let call = calls[session], let attendant = call.attendant, let callee = call.callee else { continue }
            registrations.leave(session, callee: callee, caller: call.legs[CallSession.caller].user)
            let device = registrations.sessions(of: attendant).first { $0.connection != nil }
            guard let index = calls[session]?.ringAttendant(device, &turn), let leg = calls[session]?.legs[index] else {
                continue
            }
            registrations.add(LegIndex(session: session, index: index), named: leg.callID, to: leg.session)
        }
    }
}
