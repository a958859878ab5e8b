internal import Accounts
internal import Broadcast
internal import CallModel
internal import ExchangeStorage
internal import HTTPTypes
internal import Redaction
internal import RingCore
internal import WireJSON

/// Changes of accounts that the running exchange has to apply: sessions opened, credentials issued, devices removed.
struct AccountService: Sendable {
    /// The app's description of the phone that it runs on.
    struct Installation: Sendable {
        let id: String
        let platform: String
        let name: Redacted<String>
    }

    /// A session with its tokens, which only the client keeps.
    struct OpenedSession: Sendable {
        let session: BearerSession
        let device: AccountDevice
        let access: Redacted<String>
        let refresh: Redacted<String>
    }

    /// A credential with its password, which only the client keeps.
    struct IssuedCredential: Sendable {
        let credential: SIPCredential
        let password: Redacted<String>

        /// Higher than that of any earlier credential of the device. When two answers cross, the phone uses the one
        /// with the higher version.
        var version: Int64 { credential.createdAt }
    }

    let backend: APIBackend

    var store: any AccountStore { backend.accounts }
    var now: Int64 { backend.calendarNow }

    // MARK: - Sessions

    /// Opens a session on a device, and registers the device if it is new.
    ///
    /// - Parameter stands: whether the proof of the user is still valid. It is called once the session is stored,
    ///   because a revocation after the proof did not find it. If it throws, the tokens are given to no client.
    /// - Throws: `Problem` when the proof is no longer valid; the device is then revoked.
    func openSession(
        of user: UserID, on installation: Installation, while stands: () async throws -> Bool
    ) async throws -> OpenedSession {
        let opened = try await storeSession(of: user, on: installation)
        guard try await stands() else {
            _ = try await revoke(.device(opened.device.id, of: user.rawValue), because: .loggedOut)
            throw Problem.unauthorized()
        }
        return opened
    }

    private func storeSession(of user: UserID, on installation: Installation) async throws -> OpenedSession {
        let (now, known) = (now, try await store.devices(of: user.rawValue).map(\.id))
        let device = try await store.register(
            AccountDevice(
                id: TokenFactory.identifier("dev"), user: user.rawValue, installation: installation.id,
                name: installation.name, platform: installation.platform, createdAt: now, lastUsedAt: now))
        let pair = TokenFactory.pair()
        let session = BearerSession(
            id: TokenFactory.identifier("ses"), user: user.rawValue, device: device.id, tokens: pair.digests, at: now,
            policy: backend.sessionPolicy)
        try await store.open(session)
        if known.contains(device.id) { try await endFormerSession(of: device) }
        // The least recently used device may have been revoked to make room for this one.
        await settle(.user(user.rawValue))
        try await renewReach(of: user.rawValue)
        try await note("signed in", of: device.id, by: AuditEntry.actor(ofUser: user.rawValue))
        return OpenedSession(session: session, device: device, access: pair.access, refresh: pair.refresh)
    }

    /// Ends the credentials, sockets and listeners of a device's former session. Needs no database.
    private func endFormerSession(of device: AccountDevice) async throws {
        try await backend.credentialTurns.run(of: device.user) { try await dropCredentials(of: device.id) }
        try await backend.onLoop { $0.logOut(tokensOf: device.id, of: UserID(device.user)) }
        // A listener has proven its user, not its device, so all listeners of the user have to be admitted again.
        try await backend.dismissListeners(as: device.user, of: nil)
    }

    /// Spends a refresh token; nil when it is not valid.
    func refresh(_ token: String) async throws -> OpenedSession? {
        let pair = TokenFactory.pair()
        let result = try await store.refresh(
            presenting: TokenFactory.digest(of: token), next: pair.digests, at: now, policy: backend.sessionPolicy)
        guard let (session, verdict) = result else { return nil }
        if verdict.revocation != nil { await settle(.user(session.user)) }
        let isUser = try await backend.onLoop { $0.directory.user(UserID(session.user)) != nil }
        guard verdict == .rotated, isUser, let device = try await store.device(session.device) else { return nil }
        return OpenedSession(session: session, device: device, access: pair.access, refresh: pair.refresh)
    }

    // MARK: - Credentials

    /// The organizations that credentials are issued for.
    enum IssueScope {
        /// One organization; nil: no particular one.
        case one(String?)
        /// All organizations of the device's user; no particular one if there are none.
        case all
    }

    /// Makes credentials for a device, stores them with the answer to the request and activates them; older ones expire
    /// a little later. The credentials of one user are issued one after the other, so that each is later than those
    /// before.
    ///
    /// - Parameter answering: makes the answer, and the receipt that is stored with it.
    /// - Returns: the answer.
    /// - Throws: `Problem` when the device was revoked, or the user has left one of the organizations.
    func issue(
        to device: AccountDevice, for scope: IssueScope,
        answering: ([IssuedCredential]) async throws -> (JSONValue, RequestReceipt?)
    ) async throws -> JSONValue {
        try await backend.credentialTurns.run(of: device.user) {
            let issued = try await make(for: device, scope)
            let (document, receipt) = try await answering(issued)
            guard try await store.issue(issued.map(\.credential), receipt: receipt) != nil else {
                throw Problem(.conflict, "The device was revoked, or the user has left an organization; ask again.")
            }
            try await activateStored(of: device.id)
            return document
        }
    }

    private func make(for device: AccountDevice, _ scope: IssueScope) async throws -> [IssuedCredential] {
        let now = try await nextIssue(to: device)
        switch scope {
        case .one(let organization): return [make(for: device, organization: organization, at: now)]
        case .all:
            let organizations = try await store.organizations(
                of: device.user, after: nil, atMost: AccountDocument.organizationsMax)
            let ids = organizations.isEmpty ? [nil] : organizations.map(\.id)
            return ids.map { make(for: device, organization: $0, at: now) }
        }
    }

    /// A moment after that of any credential of the device, even if this machine's clock was set back since.
    private func nextIssue(to device: AccountDevice) async throws -> Int64 {
        let now = now
        let latest = try await store.credentials(ofDevice: device.id, at: now).map(\.createdAt).max()
        return latest.map { max(now, $0 + 1) } ?? now
    }

    private func make(for device: AccountDevice, organization: String?, at now: Int64) -> IssuedCredential {
        let password = TokenFactory.password()
        let credential = SIPCredential(
            login: TokenFactory.credentialLogin(), device: device.id, user: device.user, organization: organization,
            secret: PasswordHash(password: password).text, createdAt: now, expiresAt: now + CredentialRotation.lifeTime)
        return IssuedCredential(credential: credential, password: password)
    }

    /// Activates the stored credentials at the start, and forgets unfinished requests.
    func restore() async throws {
        try await store.forgetUnfinishedRequests()
        let live = try await store.credentials(ofDevice: nil, at: now)
        try await backend.onLoop { gateway in for credential in live { gateway.letIn(credential) } }
    }

    /// Deactivates a device's credentials regardless of the stored ones. To be called in the user's turn.
    func dropCredentials(of device: String) async throws {
        try await backend.onLoop { gateway in
            for login in gateway.directory.credentialLogins(ofDevice: device).sorted() { gateway.drop(login) }
        }
    }

    /// Deactivates a revoked credential. Needs no database.
    func drop(_ login: String, of user: UserID) async throws {
        try await backend.credentialTurns.run(of: user.rawValue) {
            try await backend.onLoop { $0.drop(login) }
        }
    }

    /// Replaces the active credentials of a device by the stored ones.
    func renewCredentials(of device: String, user: String) async throws {
        try await backend.credentialTurns.run(of: user) { try await activateStored(of: device) }
    }

    /// Does the same for every device of a user.
    func renewCredentials(ofUser user: String) async throws {
        for device in try await store.devices(of: user) { try await renewCredentials(of: device.id, user: user) }
    }

    /// Makes the stored credentials of a device the only active ones. To be called in the user's turn, so that no
    /// credential is issued or revoked between the reading and the activation.
    private func activateStored(of device: String) async throws {
        let live = try await store.credentials(ofDevice: device, at: now)
        try await backend.onLoop { gateway in
            let logins = Set(live.map(\.login))
            for login in gateway.directory.credentialLogins(ofDevice: device).subtracting(logins).sorted() {
                gateway.drop(login)
            }
            for credential in live { gateway.letIn(credential) }
        }
    }

    /// - Parameter isOfUser: whether a user or device acted, rather than an operator or Apple; the audit limits the
    ///   number of entries per user.
    func note(_ action: String, of subject: String, by actor: String, isOfUser: Bool = true) async throws {
        var entry = AuditEntry(at: now, actor: actor, action: action, subject: subject)
        if !isOfUser { entry.keeping = nil }
        try await store.note(entry)
    }
}

extension VertoGateway {
    fileprivate func drop(_ login: String) {
        directory.set(nil, login: login)
        logOut(credential: login)
    }

    fileprivate func letIn(_ credential: SIPCredential) {
        guard let hash = PasswordHash(text: credential.secret) else { return }
        let identity = Identity(user: UserID(credential.user), device: credential.device)
        directory.set(
            DeviceCredential(
                identity: identity, organization: credential.organization, password: hash,
                expiresAt: credential.expiresAt),
            login: credential.login)
    }
}

extension AccountService {
    /// Renews how a user's devices are reached: calls wake and ring them by the push tokens and carrier credentials
    /// that are stored now.
    func renewReach(of user: String) async throws { try await backend.rings.reach.settle(user) }

    /// Does the same without failing: ``RevocationRetry`` retries it.
    func renewReachEventually(of user: String) async {
        do { try await renewReach(of: user) } catch {
            backend.progress.add(.reach(UserID(user)))
            backend.unsettled.wake()
        }
    }

    /// Does the same for all users affected by a change of an organization: its members, and the users that its numbers
    /// ring.
    func renewReach(of members: [String], in organization: String) async throws {
        let rung = backend.rings.reach.plan.users(ofOrganization: organization)
        var attempts = Attempts()
        for user in Set(members + rung).sorted() { await attempts.run { try await renewReach(of: user) } }
        try attempts.end()
    }

    /// Restores how all users are reached at the start. The carrier's part is looked up when it is needed.
    func restoreReach() async throws {
        let users = try await backend.onLoop { gateway in gateway.directory.users.keys.sorted() }
        for user in users { try await backend.rings.reach.renew(user) }
    }
}
