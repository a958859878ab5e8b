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

/// `ASAuthorizationController.performRequests` with one request for an Apple account.
public struct SignInRequest: Hashable, Sendable {
    public var scopes: SignInScopes
    /// The nonce that will stand in the token.
    public var nonce: TextID?
    /// Anything, to be given back.
    public var state: TextID?

    public init(scopes: SignInScopes, nonce: TextID? = nil, state: TextID? = nil) {
        self.scopes = scopes
        self.nonce = nonce
        self.state = state
    }
}

/// What an authorization request asks to be told.
public struct SignInScopes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let fullName = SignInScopes(rawValue: 1)
    public static let email = SignInScopes(rawValue: 2)
}

/// What the person, or Apple, does about sign-in.
public enum SignInEvent: Hashable, Sendable {
    /// The sheet is agreed to.
    case approved(SignInEmail)
    /// The sheet is closed.
    case closed
    /// "Stop using Apple Account" with this app, on whatever device.
    case stoppedUsing
    /// The person signs out of the phone's account, or in again.
    case accountChanged(isSignedIn: Bool)
    /// The app was transferred to another team.
    case teamChanged
}

/// What follows for the device from something that happened to sign-in.
public enum SignInEffect: Hashable, Sendable {
    /// A person sees the sheet.
    case sheetShown
    /// The delegate is called with a credential.
    case completed(SignInCredential)
    /// The delegate is called with an error.
    case failed(SignInError)
    /// `credentialRevokedNotification` is posted in the app, if it runs.
    case revokedNotification
}

/// What an app gets from an authorization: `ASAuthorizationAppleIDCredential`. The user is the same every time.
public struct SignInCredential: Hashable, Sendable {
    /// Whether `fullName` is there: at the first authorization, if asked for (C100).
    public let hasFullName: Bool
    /// `email`: at the first authorization, if asked for.
    public let email: SignInEmail?
    public let token: IdentityToken
    public let code: AuthorizationCode
    /// The request's state, given back.
    public let state: TextID?
}

/// What stands in the signed token (C101).
public struct IdentityToken: Hashable, Sendable {
    /// The nonce of the request, as the app gave it: the hash, if the app does it right.
    public let nonce: TextID?
    /// The address, in every token, not only in the first.
    public let email: SignInEmail?
    /// When it is no longer good.
    public let expiresAt: Duration
}

/// A stand-in for the bytes of an authorization code, which works once.
public struct AuthorizationCode: Hashable, Sendable, Comparable {
    /// The number behind the name; means nothing by itself.
    public let value: UInt8

    /// Names it by a number.
    public init(_ value: UInt8) {
        self.value = value
    }

    /// The order of the numbers.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// Which address the person lets the app know.
public enum SignInEmail: String, Hashable, Sendable, CaseIterable {
    case own
    /// An address of Apple's that forwards.
    case relayed
}

/// `ASAuthorizationAppleIDProvider.CredentialState`. The raw values are Apple's.
public enum SignInCredentialState: Int, Hashable, Sendable, CaseIterable {
    /// The person stopped using the account with the app.
    case revoked = 0
    case authorized = 1
    /// Never authorized; or nobody is signed in on this phone.
    case notFound = 2
    /// The app went to another team; the user's name must be exchanged for the new one.
    case transferred = 3
}

/// `ASAuthorizationError.Code`. The raw values are Apple's.
public enum SignInError: Int, Error, Hashable, Sendable, CaseIterable {
    /// Also when nothing can be shown, or the phone has no sign-in: assumed (C103).
    case unknown = 1000
    /// The person closed the sheet.
    case canceled = 1001
}
