public import CallModel
internal import RingCore

/// Rings. A ring session decides every ring, and commands the gateway's call as it would command a carrier. That of a
/// call between users lives here, in memory, and its commands are carried out in the turn in which it decides. That of
/// a call to a number lives in a store outside of the exchange, and its commands come as events.
extension Exchange {
    // MARK: - Calls between users

    /// Opens the ring session of a call that has begun; its first commands ring the devices.
    mutating func openRing(of session: CallSessionID, _ devices: [DeviceCandidate], _ turn: inout Turn) {
        guard let call = calls[session]?.inboundCall(devices, ringTime: limits.ringTime) else { return }
        var effects: [RingEffect] = []
        rings[session] = RingSession.open(call, at: turn.now, into: &effects)
        carryOut(effects, of: session, &turn)
    }

    /// Lets the ring sessions decide about what happened in this turn, and about what follows from it.
    mutating func decideRings(_ turn: inout Turn) {
        var next = 0
        while next < turn.ringEvents.count {
            let pending = turn.ringEvents[next]
            next += 1
            decide(pending.event, of: pending.session, at: turn.now, &turn)
        }
        turn.ringEvents.removeAll(keepingCapacity: true)
    }

    private mutating func decide(
        _ event: RingEvent, of session: CallSessionID, at now: Duration, _ turn: inout Turn
    ) {
        guard calls[session]?.isRinging == true, let place = rings.index(forKey: session) else { return }
        var effects: [RingEffect] = []
        rings.values[place].handle(event, at: now, into: &effects)
        if !effects.isEmpty { carryOut(effects, of: session, &turn) }
    }

    /// Handles the end of the ring time. The attendant's time and the wait for commands are no business of the ring
    /// session.
    mutating func ringTimeIsOver(of session: CallSessionID, due deadline: Duration, _ turn: inout Turn) {
        guard calls[session]?.ringTimeIsOver(due: deadline, &turn) == true else { return }
        decide(.due, of: session, at: max(turn.now, deadline), &turn)
    }

    /// Carries out the effects of a ring session in memory.
    private mutating func carryOut(_ effects: [RingEffect], of session: CallSessionID, _ turn: inout Turn) {
        for effect in effects {
            if case .command(.dial(let leg, _), _) = effect { planLeg(leg, of: session, &turn) }
        }
        for effect in effects {
            guard case .command(let command, let id) = effect else { continue }
            let reply = perform(command, in: session, &turn)
            for event in reply.events {
                turn.ringEvents.append(PendingRingEvent(session: session, event: .carrier(event)))
            }
            turn.ringEvents.append(PendingRingEvent(session: session, event: .result(id, reply.result)))
        }
        for effect in effects {
            switch effect {
            case .push(.ring, let device, _): calls[session]?.wake(device, &turn)
            case .command, .withdraw: break  // Each was carried out above, in the turn that decided it.
            case .notice, .reply: break  // A leg tells its device of the call.
            case .stateChanged, .record, .closed, .refused: break  // The journal has the call.
            case .push(.cancel, _, _): break  // The call knows who has a connection, and calls off the others.
            case .wake: break  // The call has a timer for its ring time.
            case .alarm: break  // The gateway's own legs obey, and it records nothing.
            }
        }
    }

    /// Plans the leg of a dial, so that every leg of a call is in the journal before the first device rings.
    private mutating func planLeg(_ leg: LegID, of session: CallSessionID, _ turn: inout Turn) {
        guard let place = rings.index(forKey: session), let callee = calls[session]?.callee,
            let device = rings.values[place].legs.last(where: { $0.id == leg })?.device
        else { return }
        plan(leg, on: GatewayDevice(device, of: callee), in: session, &turn)
    }

    // MARK: - Calls to numbers

    /// Carries out a command of a ring session outside of the exchange.
    mutating func carryOut(
        _ command: CarrierCommand, on device: GatewayDevice?, in session: CallSessionID, _ turn: inout Turn
    ) {
        let reply = reply(to: command, on: device, in: session, &turn)
        turn.effects.append(.commandResult(reply.result, reply.events))
    }

    private mutating func reply(
        to command: CarrierCommand, on device: GatewayDevice?, in session: CallSessionID, _ turn: inout Turn
    ) -> GatewayReply {
        guard calls[session]?.acceptsCommands == true else { return replyOfEndedCall(to: command, session) }
        if case .dial(let leg, _) = command, calls[session]?.wasOrdered(leg) == false {
            guard let device else { return GatewayReply(.refused) }
            calls[session]?.expect(device.user)
            registrations.expect(device.user, in: session)
            plan(leg, on: device, in: session, &turn)
        }
        return perform(command, in: session, &turn)
    }

    /// The reply of a call that is over or unknown. The attendant's work ends with the call, and is reported even if
    /// the caller has hung up since.
    private func replyOfEndedCall(to command: CarrierCommand, _ session: CallSessionID) -> GatewayReply {
        switch command {
        case .look(let leg): GatewayReply(.accepted(nil), [.looked(leg, .over)])
        case .recordMessage where isAttended(session): GatewayReply(.accepted(nil))
        case .dial, .bridge, .hangUp, .reject, .answer(.parent), .recordMessage, .stopPlayback, .stopRecording,
            .play(.playGreeting), .play(.speakGreeting), .play(.playRingback):
            GatewayReply(.alreadyOver)
        case .answer(.leg), .confirm, .play, .rebridge, .consult, .barge, .recordConversation, .pauseRecording,
            .resumeRecording:
            GatewayReply(.refused)
        }
    }

    // MARK: - Commands

    /// Carries out a command for a live call. The gateway refuses those it cannot carry out: sound passes only between
    /// the phones, so nothing can be played or recorded except by the attendant, who greets and takes the message in
    /// one step.
    private mutating func perform(
        _ command: CarrierCommand, in session: CallSessionID, _ turn: inout Turn
    ) -> GatewayReply {
        switch command {
        case .dial(let leg, _):
            calls[session]?.ring(leg, &turn)
            return GatewayReply(.accepted(CarrierLegID(ofGateway: leg)))
        case .bridge(let leg, _): return GatewayReply(calls[session]?.bridge(to: leg, &turn))
        case .hangUp(let leg, let reason): return GatewayReply(calls[session]?.hangUp(leg, reason, &turn))
        case .reject(let reason): return GatewayReply(calls[session]?.hangUp(.parent, reason, &turn))
        // The caller hears nothing until it is joined to a device; until then its own device plays the ringing.
        case .answer(.parent): return GatewayReply(.accepted(nil), [.answered(.parent)])
        case .look(let leg): return GatewayReply(.accepted(nil), [.looked(leg, isLive(leg, of: session))])
        case .play(.playGreeting), .play(.speakGreeting): return GatewayReply(summonAttendant(to: session, &turn))
        // The attendant records right after greeting.
        case .recordMessage: return GatewayReply(isAttended(session) ? .accepted(nil) : .refused)
        // A device plays its ringing itself until its call is answered, and the attendant's work ends with the call.
        case .play(.playRingback), .stopPlayback, .stopRecording: return GatewayReply(.accepted(nil))
        case .answer(.leg), .confirm, .play, .rebridge, .consult, .barge, .recordConversation, .pauseRecording,
            .resumeRecording:
            return GatewayReply(.refused)
        }
    }

    /// Adds a leg for a device, which is over at once if the device is not there.
    private mutating func plan(
        _ leg: LegID, on device: GatewayDevice, in session: CallSessionID, _ turn: inout Turn
    ) {
        let logins = registrations.sessionsToRing(of: device.user)
        guard let login = calls[session]?.login(of: device.device, among: logins),
            let index = calls[session]?.plan(login, as: leg, &turn), let callID = calls[session]?.legs[index].callID
        else { return calls[session]?.noteUnreachable(leg, &turn) ?? () }
        registrations.add(LegIndex(session: session, index: index), named: callID, to: login.id)
    }

    /// Rings the attendant. Of a call between users the callee is free from now on, as another party speaks to the
    /// caller.
    private mutating func summonAttendant(to session: CallSessionID, _ turn: inout Turn) -> CommandResult {
        if let known = calls[session]?.attendance { return known }
        divert(session, &turn)
        guard let attendant = calls[session]?.attendant,
            let device = registrations.sessions(of: attendant).first(where: { $0.connection != nil }),
            let index = calls[session]?.summon(device, &turn), let callID = calls[session]?.legs[index].callID
        else { return .refused }
        registrations.add(LegIndex(session: session, index: index), named: callID, to: device.id)
        return .accepted(nil)
    }

    private mutating func divert(_ session: CallSessionID, _ turn: inout Turn) {
        guard let call = calls[session], let callee = call.callee, call.divertedAfter == nil,
            let outcome = rings[session]?.outcomeWithoutMessage
        else { return }
        calls[session]?.divert(after: outcome.endReason, &turn)
        registrations.leave(session, callee: callee, caller: call.legs[GatewayCall.caller].user)
    }

    // MARK: - Devices that log in

    /// Tells a call that rings the device's user that the device has logged in.
    mutating func loggedIn(_ device: RegisteredSession, calledIn session: CallSessionID, _ turn: inout Turn) {
        guard let (index, former) = calls[session]?.loggedIn(device, &turn),
            let callID = calls[session]?.legs[index].callID
        else { return }
        let address = LegIndex(session: session, index: index)
        registrations.release(address, named: callID, of: former)
        registrations.forget(address, named: callID, of: former)
        forgetIfRevoked(former, &turn)
        registrations.add(address, named: callID, to: device.id)
    }
}

/// The result of a command, and the reports that followed.
private struct GatewayReply {
    let result: CommandResult
    /// The events that it revealed at once.
    let events: [CarrierEvent]

    /// - Parameter result: nil stands for a call that is unknown.
    init(_ result: CommandResult?, _ events: [CarrierEvent] = []) {
        self.result = result ?? .alreadyOver
        self.events = events
    }
}

extension Exchange {
    private func isLive(_ leg: LegRef, of session: CallSessionID) -> Liveness {
        guard let call = calls[session] else { return .over }
        let id = call.id(of: leg)
        return call.legs.contains { $0.id == id && !$0.isOver } ? .alive : .over
    }

    /// Whether a leg of a call to a number exists and is not over.
    public func isLive(_ leg: LegID, of session: CallSessionID) -> Bool {
        isLive(.leg(leg), of: session) == .alive
    }

    /// Whether the attendant answered a call to a number. This is known until the ended call is forgotten.
    public func isAttended(_ session: CallSessionID) -> Bool {
        guard let call = calls[session], let leg = call.attendantLeg else { return false }
        return call.answeredBy == leg
    }

    /// Whether a live call to a number rings the user, or did.
    public func isExpected(_ user: UserID) -> Bool { !registrations.user(user).expectedIn.isEmpty }
}

extension GatewayCall {
    fileprivate var acceptsCommands: Bool { isToNumber && !isEnded }

    fileprivate mutating func expect(_ user: UserID) {
        if usersOfNumber?.contains(user) == false { usersOfNumber?.append(user) }
    }

    /// Tells a planned leg's device to ring. An order that comes again changes nothing.
    fileprivate mutating func ring(_ leg: LegID, _ turn: inout Turn) {
        if let index = legs.firstIndex(where: { $0.id == leg }) { ring(index, &turn) }
    }

    /// The call as its ring session sees it; nil for a call to a number.
    fileprivate func inboundCall(_ devices: [DeviceCandidate], ringTime: Duration) -> InboundCall? {
        guard let callee else { return nil }
        var policy = RingPolicy()
        policy.ringTime = ringTime
        policy.hasVoicemail = hasMailbox
        // The caller is joined to the attendant and to no other party afterward.
        policy.rescue = .refused
        return InboundCall(
            session: id, organization: OrganizationID(organization ?? ""),
            parent: CarrierLegID(ofGateway: legs[Self.caller].id), devices: devices, owners: [callee], policy: policy)
    }
}

extension DeviceCandidate {
    /// The devices of a user that a call between users rings: those that are logged in, with or without a connection,
    /// and those that a push wakes.
    static func ofUser(
        _ user: UserID, present: [RegisteredSession], wakeable: some Sequence<DeviceID>
    ) -> [DeviceCandidate] {
        let wakeable = Array(wakeable)
        let rung = present.map {
            DeviceCandidate($0.device, of: user, hasPush: wakeable.contains($0.device), hasChannel: false)
        }
        return rung + wakeable.map { DeviceCandidate($0, of: user, reach: .wake, hasChannel: false) }
    }
}
