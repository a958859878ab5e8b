public import Accounts

/// Bearer sessions.
public protocol SessionStore: Sendable {
    /// Stores a session, in place of any the device had before.
    func open(_ session: BearerSession) async throws(StorageError)
    /// The session an access token opens at a moment; notes that it is in use.
    func session(access digest: [UInt8], at: Int64) async throws(StorageError) -> BearerSession?
    /// The session whose refresh token this is, or was before it was spent.
    func session(refresh digest: [UInt8]) async throws(StorageError) -> BearerSession?
    /// Spends a refresh token; nil when no session that is stored ever had it. A token that is used again revokes the
    /// device in the same transaction.
    func refresh(
        presenting digest: [UInt8], next: TokenPair, at: Int64, policy: SessionPolicy
    ) async throws(StorageError) -> (session: BearerSession, verdict: RefreshVerdict)?
}
