public import CallModel
public import RingCore

/// Who carries pushes to devices.
public protocol RingPusher: Sendable {
    /// Sends a push. Returns when a service has taken it, or when it never will be sent.
    ///
    /// After a crash the same push may come again: the device knows it by its session and round.
    ///
    /// - Parameter round: which ringing of the device by this session it is about.
    func push(_ push: RingPush, of session: CallSessionID, to device: DeviceID, round: RingRound) async
}
