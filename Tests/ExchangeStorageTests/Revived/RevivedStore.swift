import ExchangeStorage
import Synchronization

/// A store whose process is killed after whatever it returns from: the next call finds what is left then.
final class RevivedStore: ExchangeStore {
    /// The last life goes on: a store that is filled to its bounds would take a minute to die of it.
    private static let livesMax = 100

    private struct Life {
        var number = 0
        var store: any ExchangeStore
    }

    private let life: Mutex<Life>
    private let revive: @Sendable (_ life: Int) throws -> any ExchangeStore

    /// - Parameter revive: begins a life, the first with number 0, with what a death in this moment leaves of the one
    ///   before. The former is closed only then.
    init(_ revive: @escaping @Sendable (_ life: Int) throws -> any ExchangeStore) throws {
        life = Mutex(Life(store: try revive(0)))
        self.revive = revive
    }

    func asked<Answer: Sendable>(
        _ question: (any ExchangeStore) throws(StorageError) -> Answer
    ) throws(StorageError) -> Answer {
        try life.withLock { life throws(StorageError) in
            let answer = try question(life.store)
            try Self.end(&life, revive)
            return answer
        }
    }

    private static func end(_ life: inout Life, _ revive: (Int) throws -> any ExchangeStore) throws(StorageError) {
        guard life.number + 1 < livesMax else { return }
        do {
            let next = try revive(life.number + 1)
            try life.store.close()
            life = Life(number: life.number + 1, store: next)
        } catch { throw StorageError(.open, "life \(life.number + 1) did not begin: \(error)") }
    }

    var upkeepFailures: Int { life.withLock { $0.store.upkeepFailures } }

    func onUpkeepFailure(_ complain: @escaping @Sendable (String) -> Void) {
        life.withLock { $0.store.onUpkeepFailure(complain) }
    }

    func close() throws(StorageError) { try life.withLock { life throws(StorageError) in try life.store.close() } }
}
