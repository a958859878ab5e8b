internal import Accounts
public import ExchangeCore

/// Stores accounts. Every method is one transaction, stored when it returns.
///
/// Every implementation passes `AccountStoreSuite` of the tests. Isolation: any task; no method blocks its thread.
public protocol AccountStore: OrganizationStore, InvitationStore, DeviceStore, SessionStore, AppleStore,
    CarrierCredentialStore, ConfiguredLoginStore
{
    /// Begins a request with an idempotency key, or returns its state.
    ///
    /// - Parameters:
    ///   - staleBefore: an unanswered request begun before that was lost in a crash, so it may begin again.
    ///   - count: how many of the owner's latest answers are kept besides; nil: all.
    func beginRequest(
        _ key: String, of owner: String, fingerprint: [UInt8], at: Int64, staleBefore: Int64, keeping count: Int?
    ) async throws(StorageError) -> IdempotencyOutcome

    /// Stores the answer to a request.
    func finishRequest(
        _ key: String, of owner: String, status: Int64, reply: [UInt8]
    ) async throws(StorageError)

    /// Gives up a failed request, so that it may be tried again. If the change had been made before, its answer is
    /// returned and stays.
    func abandonRequest(_ key: String, of owner: String) async throws(StorageError) -> RequestReceipt?

    /// Forgets unanswered requests, because a starting exchange has none under way.
    func forgetUnfinishedRequests() async throws(StorageError)

    /// Stores an entry of the audit, and deletes the oldest of its actor beyond ``AuditEntry/keeping``.
    func note(_ entry: AuditEntry) async throws(StorageError)

    /// The latest entries, newest first.
    ///
    /// - Parameters:
    ///   - actor: limits them to entries of that actor; nil: all.
    ///   - before: limits them to entries before that one.
    func audit(by actor: String?, before: Int64?, atMost: Int) async throws(StorageError) -> [AuditEntry]

    /// Deletes a user with all data of the user, and stores the pending revocation at Apple.
    func deleteAccount(of user: String, at: Int64) async throws(StorageError)

    /// Deletes data that was over before a horizon, at most `atMost` of each kind; returns how much.
    func purge(_ horizon: AccountRetention, atMost: Int) async throws(StorageError) -> Int
}

extension AccountStore {
    /// Begins a request and keeps all answers.
    public func beginRequest(
        _ key: String, of owner: String, fingerprint: [UInt8], at: Int64, staleBefore: Int64
    ) async throws(StorageError) -> IdempotencyOutcome {
        try await beginRequest(
            key, of: owner, fingerprint: fingerprint, at: at, staleBefore: staleBefore, keeping: nil)
    }
}

/// The state of a request with an idempotency key.
public enum IdempotencyOutcome: Hashable, Sendable {
    /// It is new, and under way from now on.
    case started
    /// It is under way; the client has to wait.
    case underWay
    /// A different request came with that key.
    case different
    /// It was answered.
    case answered(status: Int64, reply: [UInt8])
}

/// The answer to a request with an idempotency key. It is stored in the transaction that makes the change, so a crash
/// leaves both or neither.
public struct RequestReceipt: Hashable, Sendable {
    /// The party that sent the request. Keys of different owners do not meet.
    public var owner: String
    /// The client's idempotency key of the request.
    public var key: String
    /// The HTTP status.
    public var status: Int64
    /// Encrypted.
    public var reply: [UInt8]
    /// The audit entry of the request; nil: none, or it is written separately.
    public var audit: AuditEntry?

    public init(owner: String, key: String, status: Int64, reply: [UInt8], audit: AuditEntry? = nil) {
        self.owner = owner
        self.key = key
        self.status = status
        self.reply = reply
        self.audit = audit
    }
}

/// An action on an account and its actor. It names users and devices only, never a secret, number or address.
public struct AuditEntry: Hashable, Sendable {
    /// The number of the entry; 0 before it is stored.
    public var id: Int64
    /// Microseconds since 1970.
    public var at: Int64
    /// The party that acted: a user, a device, an API token or Apple.
    public var actor: String
    /// The id of the API's operation, or words such as `signed in`.
    public var action: String
    /// The user, device or organization that was acted on.
    public var subject: String
    /// How many entries of its actor are kept once it is stored, the newest; nil: all.
    public var keeping: Int? = AccountLimits.auditEntries

    /// The name of a user as an actor of the audit: the user's name, with `user:` before it where it could be mistaken
    /// for another kind of actor, such as `token:ops` or `apple`. So two actors never share a name: each sees its own
    /// entries alone, and they are counted apart from the entries of others.
    public static func actor(ofUser name: String) -> String {
        name.contains(":") || name == apple ? "user:\(name)" : name
    }

    /// The actor of changes that Apple reports.
    public static let apple = "apple"

    public init(id: Int64 = 0, at: Int64, actor: String, action: String, subject: String) {
        self.id = id
        self.at = at
        self.actor = actor
        self.action = action
        self.subject = subject
    }
}

/// The times before which ended data is deleted. Microseconds since 1970.
public struct AccountRetention: Hashable, Sendable {
    /// For sessions, credentials and invitations that are over.
    public var over: Int64
    /// For spent nonces. An expired nonce is refused even when it is not remembered.
    public var nonces: Int64
    /// For requests with an idempotency key.
    public var requests: Int64
    /// For followed notices. One that comes again after that is followed again.
    public var notices: Int64
    /// For the audit.
    public var audit: Int64

    /// For tokens of Google that were not registered again.
    public var googleTokens: Int64

    private static let day: Int64 = 86_400_000_000

    /// The retention of an exchange: a week for data that is over, to answer questions; spent nonces for as long as
    /// they would be valid; answers for a day, as the API promises; notices for a quarter, far longer than Apple
    /// repeats one; the audit for thirteen months; and Google's tokens for the 270 days after which Google lets them
    /// expire (Apple reports its expired tokens).
    ///
    /// - Parameter permit: the permission to delete by age.
    public init(by permit: PurgePermit) {
        let now = permit.now
        over = now - 7 * Self.day
        nonces = now
        requests = now - Self.day
        notices = now - 90 * Self.day
        audit = now - 400 * Self.day
        googleTokens = now - 270 * Self.day
    }
}
