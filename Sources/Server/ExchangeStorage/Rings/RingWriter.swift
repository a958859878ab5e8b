internal import Dispatch
internal import Synchronization

/// Puts inputs to ring sessions into the store, many in one transaction, and answers each when it is durable.
///
/// While one transaction is being written the next inputs gather: a busy exchange pays one write to the disk for many
/// webhooks, a quiet one waits for nobody. Isolation: any thread.
public final class RingWriter: Sendable {
    /// Inputs that may wait. More means that the disk has been gone for seconds: senders are better told so.
    public static let waitingMax = 10_000
    /// Inputs in one transaction: enough to make the disk's part small, few enough to take milliseconds.
    static let batchMax = 256

    /// What came of an input, and the place of that in the order in which everything was stored, counted from 0.
    public struct Stored: Sendable {
        public let turn: RingTurn
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
    private let told: @Sendable (RingTurn) -> Void
    private let queue = DispatchQueue(label: "carillon.rings", qos: .userInitiated)
    private let state = Mutex(State())

    /// - Parameters:
    ///   - told: told of each turn once it is durable, in the order of the store, before whoever asked. It must not wait.
    ///   - now: the time since 1970.
    public init(
        store: any RingStore, told: @escaping @Sendable (RingTurn) -> Void = { _ in },
        now: @escaping @Sendable () -> Duration
    ) {
        self.store = store
        self.told = told
        self.now = now
    }

    /// Takes an input; returns when what came of it is durable.
    ///
    /// - Throws: `StorageError` when nothing was stored, so that the sender must try again: the write failed, or too much
    ///   is waiting.
    public func take(_ input: RingInput) async throws(StorageError) -> RingTurn { try await put(input).turn }

    /// The same, for whoever has to keep the order: two that wait may go on in either.
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

    /// Asks the store something, after everything that is being written.
    public func ask<Answer: Sendable>(
        _ question: @escaping @Sendable (any RingStore) throws(StorageError) -> Answer
    ) async throws(StorageError) -> Answer {
        let result: Result<Answer, StorageError> = await withCheckedContinuation { continuation in
            queue.async { [store] in
                continuation.resume(
                    returning: Result { () throws(StorageError) in try question(store) })
            }
        }
        return try result.get()
    }

    private func write() {
        while let batch = nextBatch() {
            let result = turns(batch)
            guard batch.count > 1, case .failure = result else {
                answer(batch, result)
                continue
            }
            // Nothing of the batch was stored. One input that cannot be must not take the others with it.
            for waiting in batch { answer([waiting], turns([waiting])) }
        }
    }

    private func turns(_ batch: [Waiting]) -> Result<[RingTurn], StorageError> {
        Result { () throws(StorageError) in try store.take(batch.map(\.input), at: now()) }
    }

    private func answer(_ batch: [Waiting], _ result: Result<[RingTurn], StorageError>) {
        switch result {
        case .success(let turns):
            for turn in turns { told(turn) }
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
