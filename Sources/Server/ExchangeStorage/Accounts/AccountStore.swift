/// What keeps accounts: every method is one transaction, stored when it returns.
///
/// A store passes `AccountStoreSuite` of the tests, whatever is behind it. Isolation: any task; nothing blocks it.
public protocol AccountStore: OrganizationStore, InvitationStore, DeviceStore, SessionStore, AppleStore,
    CarrierCredentialStore, ConfiguredLoginStore
{
    /// Begins a request that a client names by a key, or says what became of it.
    ///
    /// - Parameters:
    ///   - staleBefore: a request begun before that, and not answered, was lost in a crash: it may begin again.
    ///   - count: how many answers of the owner's are kept beside it, the newest; nil: all.
    func beginRequest(
        _ key: String, of owner: String, fingerprint: [UInt8], at: Int64, staleBefore: Int64, keeping count: Int?
    ) async throws(StorageError) -> IdempotencyOutcome

    /// Keeps the answer to a request.
    func finishRequest(
        _ key: String, of owner: String, status: Int64, reply: [UInt8]
    ) async throws(StorageError)

    /// Gives up a request in which something failed, so that it may be tried anew; unless what was asked had been done
    /// before: then its answer is returned, and stays.
    func abandonRequest(_ key: String, of owner: String) async throws(StorageError) -> RequestReceipt?

    /// Forgets requests that were never answered: an exchange that starts has none under way.
    func forgetUnfinishedRequests() async throws(StorageError)

    func note(_ entry: AuditEntry) async throws(StorageError)

    /// The latest entries, newest first; `actor`: only what that one did, nil: all; `before`: only those before that one.
    func audit(by actor: String?, before: Int64?, atMost: Int) async throws(StorageError) -> [AuditEntry]

    /// Removes a user with everything that is the user's, and keeps what is still to be revoked at Apple.
    func deleteAccount(of user: String, at: Int64) async throws(StorageError)

    /// Forgets what has been over since before a horizon, at most so many of each kind; returns how many.
    func purge(_ horizon: AccountHorizon, atMost: Int) async throws(StorageError) -> Int
}

extension AccountStore {
    /// The same where all answers are kept.
    public func beginRequest(
        _ key: String, of owner: String, fingerprint: [UInt8], at: Int64, staleBefore: Int64
    ) async throws(StorageError) -> IdempotencyOutcome {
        try await beginRequest(
            key, of: owner, fingerprint: fingerprint, at: at, staleBefore: staleBefore, keeping: nil)
    }
}
