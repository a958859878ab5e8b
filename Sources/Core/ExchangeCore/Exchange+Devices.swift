internal import CallModel
internal import RingCore

extension Exchange {
    /// Handles the login of a device: a first one, a repeated one, or one on a new connection.
    mutating func admit(_ session: DeviceSession, on connection: ConnectionID, _ turn: inout Turn) {
        if let refusal = refusal(to: session, on: connection) {
            turn.effects.append(.refuseAdmission(connection, refusal))
            return
        }
        if let known = registrations.sessions[session.id] {
            if known.connection == connection { return repeatAdmission(of: known, &turn) }
            return reattach(session, on: connection, &turn)
        }
        guard makeRoom(for: session.user) else {
            turn.effects.append(.refuseAdmission(connection, .limitReached(.devicesOfUser)))
            return
        }
        registrations.add(session, on: connection)
        turn.effects.append(.admit(connection))
        turn.send(.ready(reattached: []), to: connection)
        joinRingingCalls(session.id, &turn)
    }

    private func refusal(to session: DeviceSession, on connection: ConnectionID) -> AdmissionRefusal? {
        let present = registrations.session(on: connection)
        if let present, present.id != session.id || present.user != session.user { return .connectionInUse }
        guard let known = registrations.sessions[session.id] else {
            return registrations.sessions.count < limits.sessionsMax ? nil : .limitReached(.sessions)
        }
        return known.user == session.user ? nil : .sessionInUse
    }

    /// Whether the user may have another device. A device that is gone and in no call makes room for it.
    private mutating func makeRoom(for user: UserID) -> Bool {
        let sessions = registrations.sessions(of: user)
        guard sessions.count >= limits.devicesOfUserMax else { return true }
        guard let idle = sessions.first(where: { $0.connection == nil && registrations.liveLegCount(in: $0.id) == 0 })
        else { return false }
        registrations.remove(idle.id)
        return true
    }

    private func repeatAdmission(of session: RegisteredSession, _ turn: inout Turn) {
        guard let connection = session.connection else { return }
        turn.effects.append(.admit(connection))
        guard session.returning == nil else { return }
        turn.send(.ready(reattached: liveCallIDs(of: session)), to: connection)
    }

    private mutating func reattach(_ session: DeviceSession, on connection: ConnectionID, _ turn: inout Turn) {
        if let deadline = registrations.sessions[session.id]?.resumeDeadline {
            turn.cancel(.resume(session.id), due: deadline)
        }
        if let previous = registrations.bind(session, to: connection) { turn.effects.append(.punt(previous)) }
        guard let device = registrations.sessions[session.id] else { return }
        turn.effects.append(.admit(connection))
        let addresses = registrations.addresses(in: session.id)
        registrations.setReturning(session.id, addresses)
        for address in addresses { calls[address.session]?.attach(address.index, to: device, &turn) }
        completeReturn(of: session.id, &turn)
    }

    /// Tells devices that came back that they are ready, once each has been offered its calls.
    mutating func completeReturns(_ turn: inout Turn) {
        while let address = turn.settledReturns.popLast() {
            guard let leg = calls[address.session]?.legs[address.index] else { continue }
            completeReturn(of: leg.session, &turn)
        }
    }

    private mutating func completeReturn(of id: SignalingSessionID, _ turn: inout Turn) {
        guard let device = registrations.sessions[id], let connection = device.connection,
            let addresses = device.returning,
            !addresses.contains(where: { calls[$0.session]?.awaitsReturn($0.index) == true })
        else { return }
        registrations.setReturning(id, nil)
        turn.send(.ready(reattached: liveCallIDs(of: device)), to: connection)
        for address in addresses { calls[address.session]?.resume(address.index, &turn) }
        joinRingingCalls(id, &turn)
    }

    /// The calls the device knows of that have not ended for it.
    private func liveCallIDs(of session: RegisteredSession) -> [CallID] {
        registrations.addresses(in: session.id).compactMap { address in
            guard let leg = calls[address.session]?.legs[address.index], !leg.isOver else { return nil }
            return address.index != GatewayCall.caller && leg.state == .planned ? nil : leg.callID
        }
    }

    /// Rings a device that logged in while calls ring its user.
    private mutating func joinRingingCalls(_ id: SignalingSessionID, _ turn: inout Turn) {
        guard let device = registrations.sessions[id] else { return }
        let user = registrations.user(device.user)
        for session in user.expectedIn.sorted() { loggedIn(device, calledIn: session, &turn) }
        for session in user.calledIn.sorted() { loggedIn(device, calledIn: session, &turn) }
    }

    /// Handles a lost connection: its device's calls are kept for the resume time.
    mutating func lose(_ connection: ConnectionID, _ loss: ConnectionLoss, _ turn: inout Turn) {
        guard let session = registrations.session(on: connection) else { return }
        guard let wait = resumeTime(of: session, after: loss) else { return registrations.remove(session.id) }
        let deadline = turn.start(.resume(session.id), after: wait)
        registrations.unbind(connection, resumeDeadline: deadline)
        for address in registrations.addresses(in: session.id) {
            calls[address.session]?.detach(address.index, &turn)
        }
    }

    /// How long a session that lost its connection is kept; nil if it ends at once.
    private func resumeTime(of session: RegisteredSession, after loss: ConnectionLoss) -> Duration? {
        if registrations.liveLegCount(in: session.id) > 0 { return limits.resumeTime }
        return switch loss {
        case .closed: nil
        case .left: limits.pageReturnTime
        case .broken: limits.resumeTime
        }
    }

    /// Forgets a device that did not come back in time, and ends its calls.
    mutating func resumeTimeIsOver(_ id: SignalingSessionID, due deadline: Duration, _ turn: inout Turn) {
        guard let session = registrations.sessions[id], session.resumeDeadline == deadline else { return }
        for address in registrations.addresses(in: session.id) {
            calls[address.session]?.abandon(address.index, Ending(.dropped), &turn)
        }
        registrations.remove(id)
    }

    /// Revokes a device. A device that lost its connection before may not wait to come back either, unless calls wait
    /// for it.
    mutating func remove(_ device: DeviceID, of user: UserID, _ turn: inout Turn) {
        for session in registrations.sessions(of: user) where session.device == device {
            registrations.revoke(session.id)
            if let connection = session.connection {
                turn.effects.append(.disconnect(connection))
                lose(connection, .closed, &turn)
            }
            forgetIfRevoked(session.id, &turn)
        }
    }

    /// Forgets the session of a revoked device once no call waits for it.
    mutating func forgetIfRevoked(_ id: SignalingSessionID, _ turn: inout Turn) {
        guard let session = registrations.sessions[id], session.isRevoked, registrations.liveLegCount(in: id) == 0
        else { return }
        if let deadline = session.resumeDeadline { turn.cancel(.resume(id), due: deadline) }
        registrations.remove(id)
    }

    /// Removes a user: ends its calls and logs its devices out.
    mutating func remove(_ user: UserID, _ turn: inout Turn) {
        for session in registrations.user(user).calledIn.sorted() {
            turn.ringEvents.append(PendingRingEvent(session: session, event: .membership(.removed(user))))
        }
        for session in registrations.sessions(of: user) {
            for address in registrations.addresses(in: session.id) {
                calls[address.session]?.abandon(address.index, Ending(.completed), &turn)
            }
            if let deadline = session.resumeDeadline { turn.cancel(.resume(session.id), due: deadline) }
            registrations.remove(session.id)
            if let connection = session.connection { turn.effects.append(.disconnect(connection)) }
        }
    }
}
