public import Accounts

/// Bearer sessions.
public protocol SessionStore: Sendable {
    func open(_ session: BearerSession) async throws(StorageError)
    /// The session an access token opens at a moment; notes that it is in use.
    func session(access digest: [UInt8], at: Int64) async throws(StorageError) -> BearerSession?
    /// Spends a refresh token; nil when nobody ever had it.
    func refresh(
        presenting digest: [UInt8], next: TokenPair, at: Int64, policy: SessionPolicy
    ) async throws(StorageError) -> (session: BearerSession, verdict: RefreshVerdict)?
    func endSession(_ id: String, because: SessionEnd, at: Int64) async throws(StorageError)
    /// Ends the sessions of a user; returns how many.
    func endSessions(of user: String, because: SessionEnd, at: Int64) async throws(StorageError) -> Int
}
