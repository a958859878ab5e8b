internal import CallModel

extension Exchange {
    /// Brings calls that nobody took to their attendants. The callees are free from now on: somebody else speaks to the
    /// caller.
    mutating func divertCalls(_ turn: inout Turn) {
        for session in turn.divertedCalls {
            guard let call = calls[session], let attendant = call.attendant, let callee = call.callee else { continue }
            registrations.leave(session, callee: callee, caller: call.legs[CallSession.caller].user)
            let device = registrations.sessions(of: attendant).first { $0.connection != nil }
            guard let index = calls[session]?.ringAttendant(device, &turn), let leg = calls[session]?.legs[index] else {
                continue
            }
            registrations.add(LegAddress(session: session, index: index), named: leg.callID, to: leg.session)
        }
    }
}
