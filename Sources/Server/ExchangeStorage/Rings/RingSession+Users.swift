public import CallModel
public import RingCore

extension RingSession {
    /// Every user whose devices may be rung, each once, in the order they are rung. Where there is no device, the users of the
    /// number: the call is theirs, and so is a message.
    public var users: [UserID] {
        guard !devices.isEmpty else { return owners ?? [] }
        var users: [UserID] = []
        for device in devices where !users.contains(device.user) { users.append(device.user) }
        return users
    }

    /// The user who has the call, or had it at the end.
    public var userOfWinner: UserID? { devices.first { $0.device == status.winner }?.user }
}
