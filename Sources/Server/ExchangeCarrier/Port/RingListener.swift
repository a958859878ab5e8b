public import CallModel
public import RingCore

/// Who is told what ring sessions decide: devices on their connections, whoever watches, the operator.
///
/// Told once what it is about is durable, in the order of each session. Gone with the process: who comes back asks how
/// the session stands. None of it may wait.
public protocol RingListener: Sendable {
    /// News for a device on its connection, if it has one.
    func notify(_ notice: DeviceNotice, of session: CallSessionID, to device: DeviceID)
    /// A session is not what it was; versions of one session grow.
    func changed(_ status: RingStatus)
    /// Something was kept for good: a missed call, a message, the call itself.
    func recorded(_ record: RingRecord, of session: CallSessionID)
    /// Something must be looked at by a person.
    func alarm(_ alarm: RingAlarm, of session: CallSessionID)
}
