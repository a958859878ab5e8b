public import CallModel

extension Exchange {
    /// Goes on with a call that an earlier run left. Its two devices have as long to come back as after a lost
    /// connection; then it ends as any call whose device is lost.
    mutating func recover(_ kept: KeptCall, _ turn: inout Turn) {
        guard calls[kept.session] == nil else { return }
        var call = CallSession(kept)
        registrations.begin(call.id, caller: call.legs[CallSession.caller].user, callee: call.callee)
        for user in kept.usersOfNumber ?? [] { registrations.expect(user, in: call.id) }
        for (index, leg) in kept.legs.enumerated() where leg.ending == nil {
            expectBack(leg.device, &turn)
            registrations.add(LegAddress(session: call.id, index: index), named: leg.callID, to: leg.device.id)
            call.record(.legDetached(leg.id), &turn)
        }
        // Whether whoever decides a call to a number had heard of that before the exchange died nobody knows.
        if call.commanded != nil { call.report(.joined(kept.legs[kept.winner].id), &turn) }
        calls[call.id] = call
    }

    private mutating func expectBack(_ device: DeviceSession, _ turn: inout Turn) {
        guard registrations.sessions[device.id] == nil else { return }
        let deadline = turn.start(.resume(device.id), after: limits.resumeTime)
        registrations.add(device, resumeDeadline: deadline)
    }

    /// Calls to numbers that somebody has answered. Of those an earlier run left, whoever decides them may have known an
    /// end that was not kept here.
    public var answeredCallsToNumbers: [CallSessionID] {
        calls.values.filter { $0.commanded != nil && $0.isKept }.map(\.id).sorted()
    }
}
