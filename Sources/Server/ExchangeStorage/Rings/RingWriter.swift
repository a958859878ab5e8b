internal import Dispatch
internal import Synchronization

/// Writes inputs of ring sessions to the store, many in one transaction, and answers each when it is durable.
///
/// While one transaction is being written, the next inputs gather. So a busy exchange pays one disk write for many
/// webhooks, and a quiet one writes at once. Isolation: any thread.
public final class RingWriter: Sendable {
    /// The most inputs that may wait. More mean that the disk has failed for seconds, and senders should know that.
    public static let waitingMax = 10_000
    /// The most inputs in one transaction: enough to make the cost of the disk small, few enough to take milliseconds.
    static let batchMax = 256

    /// The result of an input, with its place in the order of storage, counted from 0.
    public struct Stored: Sendable {
        /// The result, stored when it is returned.
        public let turn: RingTurn
        /// The place in the order of storage.
        public let number: UInt64
    }

    private struct Waiting {
        let input: RingInput
        let answer: CheckedContinuation<Result<Stored, StorageError>, Never>
    }

    private struct State {
        var waiting: [Waiting] = []
        var isWriting = false
        /// How many inputs were stored.
        var count: UInt64 = 0
    }

    private let store: any RingStore
    private let now: @Sendable () -> Duration
    private let onTurn: @Sendable (RingTurn) -> Void
    private let queue = DispatchQueue(label: "carillon.rings", qos: .userInitiated)
    private let reader: RingReader
    private let state = Mutex(State())

    /// - Parameters:
    ///   - onTurn: called with each turn once it is durable, in the order of storage, before the sender gets its answer.
    ///     It must not block.
    ///   - now: the time since 1970.
    public init(
        store: any RingStore, onTurn: @escaping @Sendable (RingTurn) -> Void = { _ in },
        now: @escaping @Sendable () -> Duration
    ) {
        self.store = store
        reader = RingReader(store: store, on: queue)
        self.onTurn = onTurn
        self.now = now
    }

    /// Handles an input; returns when the result is durable, with its place in the order of storage, because two waiting
    /// tasks may resume in any order.
    ///
    /// - Throws: `StorageError` when nothing was stored, so that the sender must try again: the write failed, or too
    ///   many inputs wait.
    public func put(_ input: RingInput) async throws(StorageError) -> Stored {
        let result: Result<Stored, StorageError> = await withCheckedContinuation { answer in
            let (isFull, begins) = state.withLock { state in
                guard state.waiting.count < Self.waitingMax else { return (true, false) }
                state.waiting.append(Waiting(input: input, answer: answer))
                defer { state.isWriting = true }
                return (false, !state.isWriting)
            }
            if isFull { answer.resume(returning: .failure(StorageError(.write, "too much is waiting"))) }
            if begins { queue.async { self.write() } }
        }
        return try result.get()
    }

    /// Runs a query on the store after all pending writes.
    public func ask<Answer: Sendable>(
        _ question: @escaping @Sendable (any RingStore) throws(StorageError) -> Answer
    ) async throws(StorageError) -> Answer {
        try await reader.ask(question)
    }

    private func write() {
        while let batch = nextBatch() {
            let result = turns(batch)
            guard batch.count > 1, case .failure = result else {
                answer(batch, result)
                continue
            }
            // Nothing of the batch was stored. One bad input must not affect the others.
            for waiting in batch { answer([waiting], turns([waiting])) }
        }
    }

    private func turns(_ batch: [Waiting]) -> Result<[RingTurn], StorageError> {
        Result { () throws(StorageError) in try store.apply(batch.map(\.input), at: now()) }
    }

    private func answer(_ batch: [Waiting], _ result: Result<[RingTurn], StorageError>) {
        switch result {
        case .success(let turns):
            for turn in turns { onTurn(turn) }
            let first = state.withLock { state in
                defer { state.count += UInt64(turns.count) }
                return state.count
            }
            for (offset, (waiting, turn)) in zip(batch, turns).enumerated() {
                waiting.answer.resume(returning: .success(Stored(turn: turn, number: first + UInt64(offset))))
            }
        case .failure(let error):
            for waiting in batch { waiting.answer.resume(returning: .failure(error)) }
        }
    }

    private func nextBatch() -> [Waiting]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isWriting = false
                return nil
            }
            let batch = Array(state.waiting.prefix(Self.batchMax))
            state.waiting.removeFirst(batch.count)
            return batch
        }
    }
}
