internal import CallModel

/// Two users who call each other at the same time.
///
/// Of the two calls one goes on: that of the lower user's name, whichever came first, as of calls to numbers. Each side
/// has made an offer, and only a device that is rung answers one: so the other call ends for its caller, who is rung by
/// the one that goes on, and answers that.
extension Exchange {
    /// The call in which one user calls another just now, and nobody has taken it.
    func callFrom(_ caller: UserID, to callee: UserID) -> CallSessionID? {
        guard caller != callee else { return nil }
        return registrations.user(callee).calledIn.sorted().last { session in
            guard let call = calls[session], case .ringing = call.state, call.divertedAfter == nil else { return false }
            return call.legs[CallSession.caller].user == caller
        }
    }

    /// Begins a call whose callee calls its caller.
    mutating func meet(
        _ opposite: CallSessionID, of callee: UserID, _ call: inout CallSession, ringing devices: [RegisteredSession],
        waking wakeable: [DeviceID], _ turn: inout Turn
    ) {
        let caller = call.legs[CallSession.caller]
        if caller.user < callee {
            calls[opposite]?.merge(into: caller.id, &turn)
            call.begin(ringing: devices, waking: wakeable, failure: nil, &turn)
        } else {
            call.begin(ringing: [], waking: [], failure: nil, &turn)
            call.merge(into: LegID(session: opposite, ordinal: 0), &turn)
        }
    }
}

extension CallSession {
    /// The call ends in favour of another, and everybody is told who is told of an end.
    mutating func merge(into survivor: LegID, _ turn: inout Turn) {
        record(.merged(into: survivor), &turn)
        end(Ending(.answeredElsewhere), &turn)
    }
}
