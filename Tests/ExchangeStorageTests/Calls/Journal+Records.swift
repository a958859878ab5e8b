import ExchangeCore
import ExchangeStorage

/// Records alone, which need no seal.
extension CallJournal {
    func append(_ records: [JournalRecord], clock: WallClock) throws(StorageError) {
        try append(records.map { .record($0) }, clock: clock, sealing: PlainSeal())
    }
}

extension JournalWriter {
    @discardableResult
    func append(_ records: [JournalRecord], isUrgent: Bool = true) -> UInt64 {
        append(records.map { JournalEntry.record($0) }, isUrgent: isUrgent)
    }
}
