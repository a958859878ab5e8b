/// Who waits for the reply to a request.
struct Asker: Hashable, Sendable {
    let connection: ConnectionID
    let request: RequestID
}
