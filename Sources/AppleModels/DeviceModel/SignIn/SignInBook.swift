/// Sign in with Apple, of one account with one app (C100–C103).
public struct SignInBook: Hashable, Sendable {
    /// A code that was given out.
    public struct IssuedCode: Hashable, Sendable {
        public let code: AuthorizationCode
        public let expiresAt: Duration
    }

    /// Whether somebody is signed in on this phone.
    public private(set) var isSignedIn = true
    /// What the account knows of this app.
    public private(set) var standing = SignInCredentialState.notFound
    /// The request whose sheet is on screen.
    public private(set) var request: SignInRequest?
    /// The newest code, until it is redeemed. An older one is no longer good: assumed (C101).
    public private(set) var code: IssuedCode?
    /// How many codes were given out; begins again after 255.
    public private(set) var codeCount: UInt8 = 0
    private let policy: Constant<SignInPolicy>

    public init(policy: SignInPolicy) {
        self.policy = Constant(policy)
    }

    /// `performRequests`. Without a scene in the foreground nothing can be shown, and it fails (C103).
    public mutating func perform(
        _ request: SignInRequest, isForeground: Bool, into effects: inout [SignInEffect]
    ) {
        guard isForeground, isSignedIn, self.request == nil else { return effects.append(.failed(.unknown)) }
        self.request = request
        effects.append(.sheetShown)
    }

    /// Something happens outside the app.
    public mutating func handle(_ event: SignInEvent, at now: Duration, into effects: inout [SignInEffect]) {
        switch event {
        case .approved(let email): approve(email, now, &effects)
        case .closed:
            guard request != nil else { return }
            request = nil
            effects.append(.failed(.canceled))
        case .stoppedUsing:
            guard standing == .authorized || standing == .transferred else { return }
            standing = .revoked
            code = nil
            effects.append(.revokedNotification)
        case .accountChanged(let isSignedIn): self.isSignedIn = isSignedIn
        case .teamChanged: if standing == .authorized { standing = .transferred }
        }
    }

    /// `getCredentialState(forUserID:)` for the user this app once got (C102).
    public var credentialState: SignInCredentialState { isSignedIn ? standing : .notFound }

    /// Apple's server exchanges a code for tokens: once, and while it is fresh (C101).
    public mutating func redeem(_ code: AuthorizationCode, at now: Duration) -> Bool {
        guard let issued = self.code, issued.code == code else { return false }
        self.code = nil
        return now < issued.expiresAt
    }

    /// The process is gone, and its sheet with it. What is known to the account stays.
    public mutating func processEnded() {
        request = nil
    }

    private mutating func approve(_ email: SignInEmail, _ now: Duration, _ effects: inout [SignInEffect]) {
        guard let request else { return }
        let isFirst = standing == .notFound || standing == .revoked
        self.request = nil
        standing = .authorized
        codeCount &+= 1
        let code = AuthorizationCode(codeCount)
        self.code = IssuedCode(code: code, expiresAt: now + policy.value.codeLifetime)
        let asksEmail = request.scopes.contains(.email)
        effects.append(
            .completed(
                SignInCredential(
                    hasFullName: isFirst && request.scopes.contains(.fullName),
                    email: isFirst && asksEmail ? email : nil,
                    token: IdentityToken(
                        nonce: request.nonce, email: asksEmail ? email : nil,
                        expiresAt: now + policy.value.tokenLifetime),
                    code: code, state: request.state)))
    }
}
