import ExchangeStorage
import Redaction

extension RevivedStore {
    func numbers() throws(StorageError) -> [StoredNumber] {
        try asked { store throws(StorageError) in try store.numbers() }
    }

    func save(_ number: StoredNumber, receipt: RequestReceipt?) throws(StorageError) {
        try asked { store throws(StorageError) in try store.save(number, receipt: receipt) }
    }

    func removeNumber(_ number: Redacted<String>) throws(StorageError) {
        try asked { store throws(StorageError) in try store.removeNumber(number) }
    }

    func outbox() throws(StorageError) -> [(kind: OutboxKind, count: Int, oldest: Duration)] {
        try asked { store throws(StorageError) in try store.outbox() }
    }
}
