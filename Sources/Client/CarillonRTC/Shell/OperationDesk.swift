import Synchronization

/// Where those wait who asked for something.
final class OperationDesk: Sendable {
    private typealias Waiter = CheckedContinuation<Result<Void, ClientError>, Never>

    private struct State {
        var waiters: [OperationID: Waiter] = [:]
        var lastID: UInt64 = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Asks and waits for the outcome.
    func outcome(of ask: (OperationID) -> Void) async throws(ClientError) {
        let result = await withCheckedContinuation { (waiter: Waiter) in
            let id = state.withLock { state -> OperationID? in
                guard !state.isClosed else { return nil }
                state.lastID += 1
                let id = OperationID(state.lastID)
                state.waiters[id] = waiter
                return id
            }
            if let id { ask(id) } else { waiter.resume(returning: .failure(Self.closed)) }
        }
        try result.get()
    }

    func settle(_ id: OperationID, _ error: ClientError?) {
        let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
        waiter?.resume(returning: error.map { .failure($0) } ?? .success(()))
    }

    /// Nobody will settle anything any more.
    func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume(returning: .failure(Self.closed)) }
    }

    private static var closed: ClientError { ClientError(.notConnected, "the client is gone") }
}
