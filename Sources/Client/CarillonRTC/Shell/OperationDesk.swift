import Synchronization

/// Where those wait who asked for something.
final class OperationDesk: Sendable {
    /// Told once, on any thread: nil when it is done.
    typealias Waiter = @Sendable (ClientError?) -> Void

    private struct State {
        var waiters: [OperationID: Waiter] = [:]
        var lastID: UInt64 = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Asks and waits for the outcome.
    func outcome(of ask: (OperationID) -> Void) async throws(ClientError) {
        let error = await withCheckedContinuation { continuation in
            enter({ continuation.resume(returning: $0) }, ask)
        }
        if let error { throw error }
    }

    /// Asks before it returns; the waiter is told the outcome.
    func enter(_ waiter: @escaping Waiter, _ ask: (OperationID) -> Void) {
        let id = state.withLock { state -> OperationID? in
            guard !state.isClosed else { return nil }
            state.lastID += 1
            let id = OperationID(state.lastID)
            state.waiters[id] = waiter
            return id
        }
        if let id { ask(id) } else { waiter(Self.closed) }
    }

    func settle(_ id: OperationID, _ error: ClientError?) {
        let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
        waiter?(error)
    }

    /// Nobody will settle anything any more.
    func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter(Self.closed) }
    }

    private static var closed: ClientError { ClientError(.notConnected, "the client is gone") }
}
