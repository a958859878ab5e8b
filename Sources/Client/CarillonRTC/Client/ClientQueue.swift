import MediaEngine
import Synchronization

/// The single queue of a client's inputs, with the waiters of its operations.
///
/// It holds no reference to the client, so a call or a connection may outlive the client.
final class ClientQueue: Sendable {
    let inputs: AsyncStream<ShellInput>
    private let continuation: AsyncStream<ShellInput>.Continuation
    let waiters = OperationWaiters()

    init() { (inputs, continuation) = AsyncStream.makeStream() }

    func put(_ event: ClientEvent) { continuation.yield(.event(event)) }
    func put(_ input: ShellInput) { continuation.yield(input) }

    func outcome(of ask: (OperationID) -> ClientEvent) async throws(ClientError) {
        try await waiters.outcome { put(ask($0)) }
    }

    func dial(_ call: Call, _ setup: CallSetup) async throws(ClientError) {
        try await waiters.outcome { put(.dial(call, .dial($0, setup))) }
    }

    /// Requests an operation without waiting. Requests are carried out in order.
    func ask(_ event: (OperationID) -> ClientEvent, then waiter: @escaping OperationWaiters.Waiter) {
        waiters.enter(waiter) { put(event($0)) }
    }

    func dial(_ call: Call, _ setup: CallSetup, then waiter: @escaping OperationWaiters.Waiter) {
        waiters.enter(waiter) { put(.dial(call, .dial($0, setup))) }
    }

    /// Ends the queue because the client is gone; pending waiters get an error.
    func finish() { continuation.finish() }
}

/// An input of the shell's queue: an event for the machine, or data that no decision depends on.
enum ShellInput: Sendable {
    case event(ClientEvent)
    /// Statistics, which go directly to the call's listeners.
    case statistics(callID: String, MediaStatistics)
    /// Places a call whose object the app holds already.
    case dial(Call, ClientEvent)
}

/// The waiters of operations.
final class OperationWaiters: Sendable {
    /// Called once, on any thread; nil means that the operation succeeded.
    typealias Waiter = @Sendable (ClientError?) -> Void

    private struct State {
        var waiters: [OperationID: Waiter] = [:]
        var lastID: UInt64 = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Makes a request and waits for its outcome.
    func outcome(of ask: (OperationID) -> Void) async throws(ClientError) {
        let error = await withCheckedContinuation { continuation in
            enter({ continuation.resume(returning: $0) }, ask)
        }
        if let error { throw error }
    }

    /// Makes a request before it returns; the waiter gets the outcome later.
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

    /// Fails all waiters, because no operation will be settled any more.
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
