/// Somebody waits for the outcome of this.
struct PendingOperation: Hashable, Sendable {
    let id: OperationID
    let operation: CallOperation
}
