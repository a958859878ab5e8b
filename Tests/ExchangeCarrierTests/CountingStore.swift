import CallModel
import ExchangeCore
import ExchangeStorage
import RingCore
import Synchronization

/// A store that counts its transactions, and how many of their inputs were that the time has come.
final class CountingStore: RingStore {
    private let store: ExchangeDatabase
    private let counts = Mutex<[Int]>([])

    init(_ store: ExchangeDatabase) { self.store = store }

    /// Of each transaction that told a session the time: how many sessions.
    var dues: [Int] { counts.withLock(\.self) }

    func apply(_ inputs: [RingInput], at now: Duration) throws(StorageError) -> [RingTurn] {
        let count = inputs.count { if case .event(.due, _) = $0.content { true } else { false } }
        if count > 0 { counts.withLock { $0.append(count) } }
        return try store.apply(inputs, at: now)
    }

    func lease(
        _ countMax: Int, of kinds: [OutboxKind], from now: Duration, until end: Duration
    ) throws(StorageError) -> [OutboxItem] {
        try store.lease(countMax, of: kinds, from: now, until: end)
    }

    func waitingDials(after position: Int64, _ countMax: Int) throws(StorageError) -> [OutboxItem] {
        try store.waitingDials(after: position, countMax)
    }

    func leaseDials(
        _ positions: [Int64], from now: Duration, until end: Duration
    ) throws(StorageError) -> [OutboxItem] {
        try store.leaseDials(positions, from: now, until: end)
    }

    func endLeases() throws(StorageError) { try store.endLeases() }
    func settlePush(_ position: Int64) throws(StorageError) { try store.settlePush(position) }
    func openSessions() throws(StorageError) -> [(session: CallSessionID, due: Duration?)] { try store.openSessions() }
    func session(_ id: CallSessionID) throws(StorageError) -> RingSession? { try store.session(id) }
    func caller(of id: CallSessionID) throws(StorageError) -> RingCaller? { try store.caller(of: id) }
    func records(of id: CallSessionID) throws(StorageError) -> [RingRecord] { try store.records(of: id) }
    func forgetEventIDs(before limit: PurgeLimit, atMost countMax: Int) throws(StorageError) -> Int {
        try store.forgetEventIDs(before: limit, atMost: countMax)
    }

    func discardParked(before moment: Duration) throws(StorageError) -> ParkedEvents.Sweep {
        try store.discardParked(before: moment)
    }

    func parkedLegs() throws(StorageError) -> [CarrierLegID] { try store.parkedLegs() }

    func forgetSessions(closedBefore limit: PurgeLimit, atMost countMax: Int) throws(StorageError) -> Int {
        try store.forgetSessions(closedBefore: limit, atMost: countMax)
    }
}
