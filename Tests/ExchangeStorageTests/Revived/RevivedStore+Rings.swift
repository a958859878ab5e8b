import CallModel
import ExchangeCore
import ExchangeStorage
import RingCore

extension RevivedStore {
    func apply(_ inputs: [RingInput], at now: Duration) throws(StorageError) -> [RingTurn] {
        try asked { store throws(StorageError) in try store.apply(inputs, at: now) }
    }

    func lease(_ countMax: Int, of kinds: [OutboxKind], from now: Duration, until end: Duration) throws(StorageError)
        -> [OutboxItem]
    {
        try asked { store throws(StorageError) in try store.lease(countMax, of: kinds, from: now, until: end) }
    }

    func waitingDials(after position: Int64, _ countMax: Int) throws(StorageError) -> [OutboxItem] {
        try asked { store throws(StorageError) in try store.waitingDials(after: position, countMax) }
    }

    func leaseDials(_ positions: [Int64], from now: Duration, until end: Duration) throws(StorageError) -> [OutboxItem]
    {
        try asked { store throws(StorageError) in try store.leaseDials(positions, from: now, until: end) }
    }

    func endLeases() throws(StorageError) {
        try asked { store throws(StorageError) in try store.endLeases() }
    }

    func settlePush(_ position: Int64) throws(StorageError) {
        try asked { store throws(StorageError) in try store.settlePush(position) }
    }

    func openSessions() throws(StorageError) -> [(session: CallSessionID, due: Duration?)] {
        try asked { store throws(StorageError) in try store.openSessions() }
    }

    func session(_ id: CallSessionID) throws(StorageError) -> RingSession? {
        try asked { store throws(StorageError) in try store.session(id) }
    }

    func caller(of id: CallSessionID) throws(StorageError) -> RingCaller? {
        try asked { store throws(StorageError) in try store.caller(of: id) }
    }

    func records(of id: CallSessionID) throws(StorageError) -> [RingRecord] {
        try asked { store throws(StorageError) in try store.records(of: id) }
    }

    func forgetEventIDs(before limit: PurgeLimit, atMost countMax: Int) throws(StorageError) -> Int {
        try asked { store throws(StorageError) in try store.forgetEventIDs(before: limit, atMost: countMax) }
    }

    func discardParked(before moment: Duration) throws(StorageError) -> ParkedEvents.Sweep {
        try asked { store throws(StorageError) in try store.discardParked(before: moment) }
    }

    func parkedLegs() throws(StorageError) -> [CarrierLegID] {
        try asked { store throws(StorageError) in try store.parkedLegs() }
    }

    func forgetSessions(closedBefore limit: PurgeLimit, atMost countMax: Int) throws(StorageError) -> Int {
        try asked { store throws(StorageError) in try store.forgetSessions(closedBefore: limit, atMost: countMax) }
    }
}

extension RevivedStore {
    func rings(of user: String?, before: CallSessionID?, atMost count: Int) throws(StorageError) -> [StoredRing] {
        try asked { store throws(StorageError) in try store.rings(of: user, before: before, atMost: count) }
    }

    func ring(_ id: CallSessionID) throws(StorageError) -> StoredRing? {
        try asked { store throws(StorageError) in try store.ring(id) }
    }
}
