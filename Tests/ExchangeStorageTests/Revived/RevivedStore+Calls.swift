import CallModel
import ExchangeCore
import ExchangeStorage

extension RevivedStore {
    func append(_ entries: [JournalEntry], clock: WallClock, sealing: any Sealing) throws(StorageError) {
        try asked { store throws(StorageError) in try store.append(entries, clock: clock, sealing: sealing) }
    }

    func call(_ session: CallSessionID) throws(StorageError) -> StoredCall? {
        try asked { store throws(StorageError) in try store.call(session) }
    }

    func calls(of user: String?, before: CallSessionID?, atMost count: Int) throws(StorageError) -> [StoredCall] {
        try asked { store throws(StorageError) in try store.calls(of: user, before: before, atMost: count) }
    }

    func loadKeptCalls(clock: WallClock, sealing: any Sealing) throws(StorageError) -> [KeptCall] {
        try asked { store throws(StorageError) in try store.loadKeptCalls(clock: clock, sealing: sealing) }
    }

    func closeUnfinished(at: Int64, except recovered: Set<CallSessionID>) throws(StorageError) -> [StoredCall] {
        try asked { store throws(StorageError) in try store.closeUnfinished(at: at, except: recovered) }
    }

    func forgetCalls(endedBefore limit: PurgeLimit, atMost count: Int) throws(StorageError) -> Int {
        try asked { store throws(StorageError) in try store.forgetCalls(endedBefore: limit, atMost: count) }
    }
}
