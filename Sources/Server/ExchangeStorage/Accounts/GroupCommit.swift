internal import Dispatch
internal import GRDB
internal import Synchronization

/// Runs changes one after another. Changes that wait at the same time share a transaction, each in a savepoint of its
/// own.
///
/// So one wait for the disk serves many changes. A caller gets its result once the transaction is stored. Isolation:
/// any thread.
final class GroupCommit: Sendable {
    /// The most changes in one transaction: enough to make the cost of the disk small, few enough to take milliseconds.
    static let batchMax = 256

    /// A change that was run: its error, and the function that tells its caller the result of the transaction.
    struct Run: Sendable {
        var failure: StorageError?
        var settle: @Sendable (StorageError?) -> Void
    }

    /// A change that waits: how it runs inside the transaction, and how it is refused if the transaction cannot begin.
    struct Job: Sendable {
        var run: @Sendable (Database) -> Run
        var refuse: @Sendable (StorageError) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        var isRunning = false
    }

    private let database: ExchangeDatabase
    private let queue = DispatchQueue(label: "carillon.accounts.writer", qos: .userInitiated)
    private let state = Mutex(State())

    init(_ database: ExchangeDatabase) {
        self.database = database
    }

    /// Returns once the change is stored.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StorageError) -> Value {
        let result: Result<Value, StorageError> = await withCheckedContinuation { continuation in
            add(
                Job(
                    run: { database in
                        let outcome = Self.run(body, in: database)
                        return Run(failure: outcome.failure) { failure in
                            continuation.resume(returning: failure.map { .failure($0) } ?? outcome)
                        }
                    },
                    refuse: { continuation.resume(returning: .failure($0)) }))
        }
        return try result.get()
    }

    private static func run<Value>(
        _ body: (Database) throws -> Value, in database: Database
    ) -> Result<Value, StorageError> {
        var value: Value?
        do {
            try database.inSavepoint {
                value = try body(database)
                return .commit
            }
        } catch {
            return .failure(StorageError(.write, of: error))
        }
        guard let value else { return .failure(StorageError(.write, "the change was not run")) }
        return .success(value)
    }

    private func add(_ job: Job) {
        let starts = state.withLock { state in
            state.waiting.append(job)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts { queue.async { self.drain() } }
    }

    private func drain() {
        while let jobs = next() {
            var runs: [Run] = []
            do throws(StorageError) {
                try database.writing { database in runs = jobs.map { $0.run(database) } }
                for run in runs { run.settle(nil) }
            } catch let failure {
                // A full disk rolls back the whole transaction at once. The failing commit is then only a consequence.
                let cause = runs.lazy.compactMap(\.failure).first(where: \.isForTheMoment) ?? failure
                for run in runs { run.settle(cause) }
                // No change was run if the transaction never began.
                if runs.isEmpty { for job in jobs { job.refuse(failure) } }
            }
        }
    }

    private func next() -> [Job]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            let batch = Array(state.waiting.prefix(Self.batchMax))
            state.waiting.removeFirst(batch.count)
            return batch
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
