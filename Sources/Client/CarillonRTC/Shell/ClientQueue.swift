/// The one queue of everything that happens to a client, and where those wait who asked for something.
///
/// Holds nothing of the client, so that a call or a connection that outlives it does no harm.
final class ClientQueue: Sendable {
    let inputs: AsyncStream<ShellInput>
    private let continuation: AsyncStream<ShellInput>.Continuation
    let desk = OperationDesk()

    init() { (inputs, continuation) = AsyncStream.makeStream() }

    func put(_ event: ClientEvent) { continuation.yield(.event(event)) }
    func put(_ input: ShellInput) { continuation.yield(input) }

    func outcome(of ask: (OperationID) -> ClientEvent) async throws(ClientError) {
        try await desk.outcome { put(ask($0)) }
    }

    func dial(_ call: Call, _ setup: CallSetup) async throws(ClientError) {
        try await desk.outcome { put(.dial(call, .dial($0, setup))) }
    }

    /// The same without waiting: what is asked first is done first.
    func ask(_ event: (OperationID) -> ClientEvent, then waiter: @escaping OperationDesk.Waiter) {
        desk.enter(waiter) { put(event($0)) }
    }

    func dial(_ call: Call, _ setup: CallSetup, then waiter: @escaping OperationDesk.Waiter) {
        desk.enter(waiter) { put(.dial(call, .dial($0, setup))) }
    }

    /// The client is gone; whoever still waits is told so.
    func finish() { continuation.finish() }
}
