internal import CallModel

extension CallSession {
    /// Rings devices by push: those that have no connection, and those whose connection may be dead without anybody
    /// having noticed.
    mutating func wake(_ devices: [DeviceID], until deadline: Duration, _ turn: inout Turn) {
        guard let callee, !devices.isEmpty else { return }
        woken = devices
        let ring = RingPush(
            session: id, caller: legs[Self.caller].user, callerName: invitation.callerName,
            callerNumber: invitation.callerNumber, dialled: invitation.dialled, organization: organization,
            deadline: deadline)
        for device in devices { turn.effects.append(.push(callee, device, .ring(ring))) }
    }

    /// Whether a device rung by push has not logged in yet.
    var isAwaitingWoken: Bool {
        woken.contains { device in !legs.contains { $0.device == device } }
    }

    /// Tells the devices rung by push that it is over for them, unless they hear it on a connection.
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
