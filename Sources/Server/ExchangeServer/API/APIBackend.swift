internal import Accounts
internal import Broadcast
internal import CallModel
internal import Dispatch
internal import ExchangeCore
internal import ExchangeStorage
internal import NIOCore
internal import Redaction
internal import Synchronization

/// The backend of all routes: the exchange on its event loop, and the database beside it.
struct APIBackend: Sendable {
    let eventLoop: any EventLoop
    let gateway: NIOLoopBound<VertoGateway>
    let admission: NIOLoopBound<ConnectionAdmission>
    let flushes: NIOLoopBound<FlushQueue>
    let store: any ExchangeStore
    let accounts: any AccountStore
    let passwords: PasswordVerifier
    let secrets: SecretBox
    let rateLimiter: RequestRateLimiter
    let userTurns = KeyedSerialQueue()
    /// The turns in which credentials are issued and revoked, by user.
    let credentialTurns = KeyedSerialQueue()
    /// The turn in which numbers are changed one after the other, as each has to be unique.
    let numberTurns = KeyedSerialQueue()
    /// The turn in which the logins of the file are stored, one reading after the other.
    let loginTurns = KeyedSerialQueue()
    let latency = APILatency()
    let progress = RevocationProgress()
    /// The sleep of ``RevocationRetry``, which ends when a revocation could not be enforced.
    let unsettled: WakeableSleep
    let apple: AppleSignInService?
    let revoker: AppleRevoker?
    let runClock: RunClock
    let clock: WallClock
    let sessionPolicy: SessionPolicy
    let corsOrigins: [String]
    let settings: ServerSettings
    /// The numbers of calls that an earlier run left without an end.
    let restart: RestartCounts
    let rings: RingService
    let gate: RetentionControl
    let broadcast: NIOLoopBound<BroadcastServer>
    /// The queue on which ``store`` is waited for.
    let queue = DispatchQueue(label: "carillon.api.database", attributes: .concurrent)

    init(
        eventLoop: any EventLoop, gateway: NIOLoopBound<VertoGateway>, admission: NIOLoopBound<ConnectionAdmission>,
        flushes: NIOLoopBound<FlushQueue>, store: any ExchangeStore, accounts: any AccountStore,
        passwords: PasswordVerifier, secrets: SecretBox, apple: AppleSignInService?, revoker: AppleRevoker?,
        clock: RunClock,
        settings: ServerSettings, restart: RestartCounts, rings: RingService, gate: RetentionControl,
        broadcast: NIOLoopBound<BroadcastServer>
    ) {
        self.eventLoop = eventLoop
        self.gateway = gateway
        self.admission = admission
        self.flushes = flushes
        self.store = store
        self.accounts = accounts
        self.passwords = passwords
        self.secrets = secrets
        self.apple = apple
        self.revoker = revoker
        runClock = clock
        self.clock = clock.wall
        self.settings = settings
        let configuration = settings.current.configuration
        rateLimiter = RequestRateLimiter(limits: configuration.limits, clock: clock)
        sessionPolicy = configuration.sessionPolicy
        corsOrigins = configuration.corsOrigins
        self.restart = restart
        self.rings = rings
        unsettled = WakeableSleep(clock: rings.reach.clock)
        self.gate = gate
        self.broadcast = broadcast
    }

    var memberships: Memberships { Memberships(gateway: gateway, eventLoop: eventLoop, accounts: accounts) }

    var tokens: [APIToken] { settings.tokens }
    var signUp: SignUpMode { settings.current.configuration.signUp }
    var iceServers: [IceServerEntry] { settings.iceServers }
    var limits: ServerLimits { settings.limits }

    /// The time in microseconds since 1970.
    var calendarNow: Int64 { clock.microseconds(at: runClock.now) }

    /// Reads or changes something of the exchange on its event loop.
    func onLoop<Value: Sendable>(_ body: @escaping @Sendable (VertoGateway) throws -> Value) async throws -> Value {
        try await eventLoop.submit { try body(gateway.value) }.get()
    }

    /// Removes listeners from channels that they may no longer listen to; they reconnect for the others.
    ///
    /// - Parameters:
    ///   - user: the name under which they listen; nil: all listeners.
    ///   - organization: the organization whose channels are meant; nil: all channels.
    func dismissListeners(as user: String?, of organization: String?) async throws {
        let channels = organization.map { [ChannelName.ofOrganization($0), ChannelName.ofMembers(of: $0)] }
        try await dismissListeners(as: user, to: channels)
    }

    /// Does the same for channels by name; nil: all channels.
    func dismissListeners(as user: String?, to channels: [String]?) async throws {
        try await eventLoop.submit { broadcast.value.own?.handle(.revoke(user: user, channels: channels)) }.get()
    }

    /// The asker by the `Authorization` header; nil when there is none or it proves nothing.
    ///
    /// - Throws: `Problem` when too many passwords of the login from the address were wrong, or too many are being
    ///   checked.
    func asker(authorization: String?, from address: ClientAddress?) async throws -> APIPrincipal? {
        guard let proof = authorization.map({ AuthorizationHeader($0) }) else { return nil }
        if case .password(let credentials) = proof {
            let claim = LoginCredentials(login: credentials.login, password: credentials.password)
            return try await asker(claim, from: address)
        }
        // Tokens are compared here, off the event loop.
        var asker = proof.asker(among: tokens)
        if asker == nil, case .token(let text) = proof { asker = try await sessionAsker(text) }
        let known = asker
        return try await onLoop { $0.outcome(of: known, from: address) }.value()
    }

    private func asker(_ claim: LoginCredentials, from address: ClientAddress?) async throws -> APIPrincipal? {
        try await prove(claim, from: address).map { .user($0.user) }
    }

    /// Proves a login with its password; nil when they are wrong.
    ///
    /// - Throws: `Problem` when too many passwords of the login from the address were wrong, or too many are being
    ///   checked.
    func prove(_ claim: LoginCredentials, from address: ClientAddress?) async throws -> Identity? {
        let outcome = await withCheckedContinuation { continuation in
            eventLoop.execute { gateway.value.prove(claim, from: address) { continuation.resume(returning: $0) } }
        }
        return try outcome.value()?.identity
    }

    /// The current hash of a login's password; nil when there is no such login.
    func passwordHash(of login: String) async throws -> PasswordHash? {
        try await onLoop { $0.directory.account(of: login, credentialsAt: nil)?.password }
    }

    /// Hashes a password that a person chose.
    ///
    /// - Throws: `Problem` when too many passwords are being checked and hashed.
    func hash(_ password: Redacted<String>) async throws -> PasswordHash {
        guard let hash = await passwords.hash(password) else { throw Problem.tooManyPasswords }
        return hash
    }

    private func sessionAsker(_ token: String) async throws -> APIPrincipal? {
        guard token.hasPrefix(TokenFactory.accessPrefix) else { return nil }
        let session = try await accounts.session(access: TokenFactory.digest(of: token), at: calendarNow)
        guard let session else { return nil }
        let known = APISession(session)
        // The user may be missing from a changed configuration file.
        guard try await onLoop({ $0.directory.user(known.user) != nil }) else { return nil }
        return .session(known)
    }

    /// The report of a call, from memory or from the journal.
    ///
    /// - Parameter asker: the user who asks; nil for the holder of an API token.
    func report(of session: CallSessionID, for asker: UserID?) async throws -> CallReport? {
        let clock = clock
        let remembered = try await onLoop { gateway in
            gateway.runner.exchange.status(of: session).map { CallReport($0, clock: clock).named(for: asker, gateway) }
        }
        if let remembered { return remembered }
        let stored = try await inCalls { try $0.historyEntry(session).map { CallReport($0) } }
        guard let stored else { return nil }
        return try await onLoop { stored.named(for: asker, $0) }
    }
}

extension AuthenticationResult {
    /// The value; nil when the proof was wrong.
    ///
    /// - Throws: `Problem` when the proof was not checked.
    fileprivate func value() throws(Problem) -> Value? {
        switch self {
        case .proven(let value): return value
        case .wrong: return nil
        case .throttled(let wait): throw Problem.tooManyFailures(wait: wait)
        case .busy: throw Problem.tooManyPasswords
        }
    }
}

/// Access to the database on threads that may wait; each route names the part that it needs.
extension APIBackend {
    func inUsers<Value: Sendable>(
        _ body: @escaping @Sendable (any UserStore) throws -> Value
    ) async throws -> Value {
        try await inStore { try body($0) }
    }

    /// Calls between users and calls of the public network.
    func inCalls<Value: Sendable>(
        _ body: @escaping @Sendable (any CallHistory) throws -> Value
    ) async throws -> Value {
        try await inStore { try body($0) }
    }

    func inRings<Value: Sendable>(
        _ body: @escaping @Sendable (any RingStore) throws -> Value
    ) async throws -> Value {
        try await inStore { try body($0) }
    }

    func inConversations<Value: Sendable>(
        _ body: @escaping @Sendable (any ConversationStore) throws -> Value
    ) async throws -> Value {
        try await inStore { try body($0) }
    }

    func inMailboxes<Value: Sendable>(
        _ body: @escaping @Sendable (any MailboxStore) throws -> Value
    ) async throws -> Value {
        try await inStore { try body($0) }
    }

    func inRecordings<Value: Sendable>(
        _ body: @escaping @Sendable (any RecordingStore) throws -> Value
    ) async throws -> Value {
        try await inStore { try body($0) }
    }

    func inNumbers<Value: Sendable>(
        _ body: @escaping @Sendable (any NumberStore) throws -> Value
    ) async throws -> Value {
        try await inStore { try body($0) }
    }

    func inOutbox<Value: Sendable>(
        _ body: @escaping @Sendable (any OutboxStatistics) throws -> Value
    ) async throws -> Value {
        try await inStore { try body($0) }
    }

    private func inStore<Value: Sendable>(
        _ body: @escaping @Sendable (any ExchangeStore) throws -> Value
    ) async throws -> Value {
        try await queue.run { [store] in try body(store) }
    }
}

/// Serializes changes of a user: memory and database are changed one after the other, and a concurrent change of the
/// same user would undo half of that.
///
/// Isolation: any task. Changes of one user happen in the order of their arrival; those of other users do not wait for
/// them.
final class KeyedSerialQueue: Sendable {
    /// The waiting changes of each user whose turn is taken.
    private let waiting = Mutex<[String: [CheckedContinuation<Void, Never>]]>([:])
    private let onWait = Mutex<(@Sendable () -> Void)?>(nil)

    /// The number of changes that wait for a user's turn.
    func waitingCount(for user: String) -> Int { waiting.withLock { $0[user]?.count ?? 0 } }

    /// Sets a function that is called on any thread when a change begins to wait.
    func onWait(_ handler: @escaping @Sendable () -> Void) { onWait.withLock { $0 = handler } }

    func run<Value>(of user: String, _ body: () async throws -> Value) async throws -> Value {
        await begin(user)
        defer { end(user) }
        return try await body()
    }

    private func begin(_ user: String) async {
        await withCheckedContinuation { continuation in
            let isFree = waiting.withLock { waiting in
                guard waiting[user] != nil else {
                    waiting[user] = []
                    return true
                }
                waiting[user]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() } else { onWait.withLock(\.self)?() }
        }
    }

    private func end(_ user: String) {
        let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
            guard var line = waiting[user], !line.isEmpty else {
                waiting[user] = nil
                return nil
            }
            defer { waiting[user] = line }
            return line.removeFirst()
        }
        next?.resume()
    }
}
