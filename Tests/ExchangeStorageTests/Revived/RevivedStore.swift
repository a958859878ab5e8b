import ExchangeStorage
import Synchronization

/// A store whose process is killed after whatever it returns from: the next call finds the remaining content.
final class RevivedStore: ExchangeStore {
    private let process: KilledProcess
    /// One caller asks at a time: no call is under way when another ends in a death.
    private let turn = Mutex(())

    init(of process: KilledProcess) { self.process = process }

    func asked<Answer: Sendable>(
        _ question: (any ExchangeStore) throws(StorageError) -> Answer
    ) throws(StorageError) -> Answer {
        try turn.withLock { _ throws(StorageError) in
            let answer = try question(process.stores.exchange)
            try process.die()
            return answer
        }
    }

    var upkeepFailures: Int { process.stores.exchange.upkeepFailures }

    func onUpkeepFailure(_ complain: @escaping @Sendable (String) -> Void) {
        process.stores.exchange.onUpkeepFailure(complain)
    }

    func close() throws(StorageError) { try process.stores.exchange.close() }
}
