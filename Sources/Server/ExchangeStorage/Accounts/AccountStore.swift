internal import Accounts
public import ExchangeCore

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

/// What is known of a request whose client names it by an idempotency key.
public enum IdempotencyOutcome: Hashable, Sendable {
    /// It is new, and under way from now on.
    case started
    /// It is under way; whoever asks again has to wait.
    case underWay
    /// Another request came under that key.
    case different
    /// It was answered.
    case answered(status: Int64, reply: [UInt8])
}

/// The answer to a request that its client named: stored in the transaction that does what was asked, so that after a
/// crash there are both or neither.
public struct RequestReceipt: Hashable, Sendable {
    public var owner: String
    public var key: String
    /// The HTTP status.
    public var status: Int64
    /// Encrypted.
    public var reply: [UInt8]
    /// What the audit tells of it; nil: nothing, or it is told apart.
    public var audit: AuditEntry?

    public init(owner: String, key: String, status: Int64, reply: [UInt8], audit: AuditEntry? = nil) {
        self.owner = owner
        self.key = key
        self.status = status
        self.reply = reply
        self.audit = audit
    }
}

/// Who did what to whose account. Names of users and devices only; no secret, number or address.
public struct AuditEntry: Hashable, Sendable {
    /// Counts the entries; 0 before it is stored.
    public var id: Int64
    /// Microseconds since 1970.
    public var at: Int64
    public var actor: String
    public var action: String
    public var subject: String
    /// How many entries of its actor are kept once it is stored, the newest; nil: all.
    public var keeping: Int? = AccountCaps.auditEntries

    /// The name of a user as an actor of the audit: the user's name, with `user:` before it where it could be read as another
    /// kind of actor, such as `token:ops` or `apple`. So two actors never share a name: each is told its own entries alone,
    /// and these are counted apart from the entries of others.
    public static func actor(ofUser name: String) -> String {
        name.contains(":") || name == apple ? "user:\(name)" : name
    }

    /// Apple, where it tells the exchange something.
    public static let apple = "apple"

    public init(id: Int64 = 0, at: Int64, actor: String, action: String, subject: String) {
        self.id = id
        self.at = at
        self.actor = actor
        self.action = action
        self.subject = subject
    }
}

/// Before which moments what is over is forgotten. Microseconds since 1970.
public struct AccountHorizon: Hashable, Sendable {
    /// Of sessions, credentials and invitations that are over.
    public var over: Int64
    /// Of nonces that were spent: one that is over is refused without being remembered.
    public var nonces: Int64
    /// Of requests that clients named by a key.
    public var requests: Int64
    /// Of notices that were followed: one that comes again after that is followed again.
    public var notices: Int64
    /// Of the audit.
    public var audit: Int64

    /// Of tokens of Google's that were not registered again.
    public var googleTokens: Int64

    private static let day: Int64 = 86_400_000_000

    /// What an exchange keeps: a week of what is over, for those who ask why; spent nonces while they would be good; the answers of a
    /// day, as the API promises; notices of a quarter, far longer than Apple repeats one; the audit of thirteen months;
    /// Google's tokens for the 270 days after which Google lets them expire (Apple's say themselves that they are over).
    ///
    /// - Parameter permit: leave to delete by age.
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
