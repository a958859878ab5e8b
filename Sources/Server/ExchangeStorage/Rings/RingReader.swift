public import CallModel
internal import Dispatch
public import RingCore

/// Reads ring sessions for tasks, on a thread that may wait. Isolation: any task.
public struct RingReader: Sendable {
    /// A session with its caller.
    public struct Call: Hashable, Sendable {
        /// The session.
        public let session: RingSession
        /// nil when the caller cannot be read.
        public let caller: RingCaller?
    }

    private let store: any RingStore
    private let queue: DispatchQueue

    /// Reads a store on a queue of its own.
    public init(store: any RingStore) {
        self.init(store: store, on: DispatchQueue(label: "carillon.rings.reads", qos: .userInitiated))
    }

    init(store: any RingStore, on queue: DispatchQueue) {
        self.store = store
        self.queue = queue
    }

    /// Runs a query on the store after the queries that came before.
    public func ask<Answer: Sendable>(
        _ question: @escaping @Sendable (any RingStore) throws(StorageError) -> Answer
    ) async throws(StorageError) -> Answer {
        try await queue.run { [store] () throws(StorageError) in try question(store) }
    }

    /// A session with its caller; nil if there is no such session.
    public func call(_ id: CallSessionID) async throws(StorageError) -> Call? {
        try await ask { store throws(StorageError) in
            guard let session = try store.session(id) else { return nil }
            return Call(session: session, caller: try? store.caller(of: id))
        }
    }
}
