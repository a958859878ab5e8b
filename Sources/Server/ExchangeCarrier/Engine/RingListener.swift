public import CallModel
public import ExchangeStorage
internal import Foundation
public import RingCore

/// Who is told what ring sessions decide: devices on their connections, whoever watches, the operator.
///
/// Told once what it is about is durable, in the order of each session. Gone with the process: who comes back asks how
/// the session stands. None of it may wait. Isolation: any one thread at a time.
public protocol RingListener: Sendable {
    /// News for a device on its connection, if it has one.
    ///
    /// - Parameters:
    ///   - status: how the session is told to stand next, or stands.
    ///   - round: which ringing of the device by this session it is about.
    func notify(_ notice: DeviceNotice, of status: RingStatus, to device: DeviceID, round: RingRound)
    /// Whether a device has a connection on which it hears what it is told.
    func hears(_ device: DeviceID) -> Bool
    /// A session is not what it was; versions of one session grow.
    ///
    /// - Parameter users: everybody whose devices may be rung in it, and a caller who is one of ours.
    func changed(_ status: RingStatus, for users: [UserID])
    /// A session that an earlier run of the exchange has left, as it stands.
    func found(_ status: RingStatus, for users: [UserID])
    /// Something was kept for good: a missed call, a message, the call itself.
    ///
    /// - Parameter status: how the session is told to stand next, or stands.
    func recorded(_ record: RingRecord, of status: RingStatus, for users: [UserID])
    /// News of legs were thrown away, so many: no session came to know the legs in time.
    func discarded(parked count: Int)
    /// Something must be looked at by a person.
    func alarm(_ alarm: RingAlarm, of session: CallSessionID)
    /// Something was put to a session, and this came of it; in the order of the store.
    func followed(_ turn: RingTurn, of input: RingInput)
}

extension RingListener {
    /// Most listeners hear what they need from the rest.
    public func followed(_ turn: RingTurn, of input: RingInput) {}
}

/// Who carries pushes to devices.
public protocol RingPusher: Sendable {
    /// Sends a push. Returns when a service has taken it, or when it never will be sent.
    ///
    /// After a crash the same push may come again: the device knows it by its session and round.
    ///
    /// - Parameter round: which ringing of the device by this session it is about.
    func push(_ push: RingPush, of session: CallSessionID, to device: DeviceID, round: RingRound) async
}

/// The store's time, the same for everybody who works on it.
public protocol RingClock: Sendable {
    /// Since 1970.
    var now: Duration { get }
    /// Returns then, or when the task is cancelled.
    func sleep(until moment: Duration) async
}

/// The machine's calendar.
public struct SystemRingClock: RingClock {
    public init() {}

    public var now: Duration { .microseconds(Int64(Date().timeIntervalSince1970 * 1_000_000)) }

    public func sleep(until moment: Duration) async {
        try? await Task.sleep(for: max(moment - now, .milliseconds(1)))
    }
}
