public import ExchangeCore

/// Conversations that carriers recorded, and the audit of what was done about them. A `RingStore` writes both, as calls go.
///
/// What is deleted here is to be deleted at the carrier too, as a `RecordingStore` says. A store keeps every rule of
/// `ConversationBehaviour` of the tests, whatever is behind it. Times are microseconds since 1970. Isolation: any thread;
/// every call blocks until it is done.
public protocol ConversationStore: Sendable {
    /// Recorded conversations, the latest first.
    ///
    /// - Parameters:
    ///   - listener: who wants to hear them; nil: whoever may hear all.
    ///   - before: the id of one; only those before it. None of an id nobody knows.
    func conversations(
        for listener: ConversationListener?, before: String?, atMost count: Int
    ) throws(StorageError) -> [StoredConversation]

    /// Where a carrier has the sound of a recorded conversation; nil: there is none, or none for that listener.
    func sound(
        ofConversation id: String, for listener: ConversationListener?
    ) throws(StorageError) -> RecordingSource?

    /// Deletes a recorded conversation; the carrier is to delete its sound. The audit tells by whom, in one transaction.
    ///
    /// - Returns: whether there was one.
    func deleteConversation(_ id: String, by actor: String, at time: Int64) throws(StorageError) -> Bool

    /// Deletes what was saved before a time, at most so many, the oldest first; the audit tells of it.
    ///
    /// - Returns: how many were deleted.
    func forgetConversations(before limit: PurgeLimit, at now: Int64, atMost count: Int) throws(StorageError) -> Int

    /// The audit, the latest first. It outlives what it tells of.
    ///
    /// - Parameters:
    ///   - listener: of whose organisations; only of those the listener manages. Nil: of all.
    ///   - before: the id of an entry; only those before it.
    func recordingAudit(
        for listener: ConversationListener?, before: Int64?, atMost count: Int
    ) throws(StorageError) -> [RecordingAuditEntry]

    /// Somebody begins to hear a conversation. Without effect where there is none.
    func noteHearing(ofConversation id: String, by actor: String, at time: Int64) throws(StorageError)

    /// Forgets entries of the audit made before a time, at most so many.
    ///
    /// - Returns: how many were forgotten.
    func forgetRecordingAudit(before limit: PurgeLimit, atMost count: Int) throws(StorageError) -> Int
}
