public import CallModel
public import RingCore

extension RingSession {
    /// Everybody whose devices may be rung, each once, in the order they are rung.
    public var users: [UserID] {
        var users: [UserID] = []
        for device in devices where !users.contains(device.user) { users.append(device.user) }
        return users
    }

    /// Who has the call, or had it at the end.
    var userOfWinner: UserID? { devices.first { $0.device == status.winner }?.user }
}
