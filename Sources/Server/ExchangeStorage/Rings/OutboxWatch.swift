/// How much of what ring sessions decided is still to be sent.
///
/// Isolation: any thread; the call blocks until it is done.
public protocol OutboxWatch: Sendable {
    /// - Returns: commands and pushes whose result is not known, by kind; of each kind that there is, how many, and when the
    ///   oldest was decided.
    func outbox() throws(StorageError) -> [(kind: OutboxKind, count: Int, oldest: Duration)]
}
