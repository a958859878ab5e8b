import CallModel
import ExchangeCore
import ExchangeStorage
import Redaction

/// Records of calls for tests.
enum JournalStory {
    static let clock = WallClock(originMicroseconds: 1_000_000_000)

    static func session(_ number: UInt64) -> CallSessionID {
        CallSessionID(UUIDValue.random(high: number, low: number))
    }

    static func leg(_ session: CallSessionID, _ ordinal: UInt16) -> LegID { LegID(session: session, ordinal: ordinal) }

    /// A call from alice to bob's two devices, of which the first answers; without its end.
    static func answered(_ session: CallSessionID) -> [JournalRecord] {
        records(
            of: session,
            [
                .created(
                    leg: leg(session, 0), caller: UserID("alice"), device: DeviceID("a"), callee: UserID("bob"),
                    dialed: "1002"),
                .legPlanned(leg(session, 1), user: UserID("bob"), device: DeviceID("phone")),
                .legPlanned(leg(session, 2), user: UserID("bob"), device: DeviceID("desk")),
                .legRang(leg(session, 1)), .legRang(leg(session, 2)),
                .claimed(leg(session, 1), epoch: 1),
                .legOver(leg(session, 2), Ending(.answeredElsewhere)),
            ])
    }

    /// The same with its end.
    static func ended(_ session: CallSessionID) -> [JournalRecord] {
        answered(session)
            + records(
                of: session,
                [
                    .legOver(leg(session, 0), Ending(.completed)), .legOver(leg(session, 1), Ending(.completed)),
                    .ended(Ending(.completed)),
                ], from: 8)
    }

    /// Each record a second after the one before.
    static func records(of session: CallSessionID, _ changes: [JournalChange], from version: UInt64 = 1)
        -> [JournalRecord]
    {
        changes.enumerated().map { index, change in
            let number = version + UInt64(index)
            return JournalRecord(session: session, version: number, time: .seconds(number), change: change)
        }
    }
}
