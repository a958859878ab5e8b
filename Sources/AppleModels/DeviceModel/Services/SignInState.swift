/// Sign in with Apple for one account and one app (C100–C103).
public struct SignInState: Hashable, Sendable {
    /// An authorization code that was issued.
    public struct IssuedCode: Hashable, Sendable {
        /// The code, which the app's server exchanges for tokens.
        public let code: AuthorizationCode
        /// The time from which on Apple refuses the code.
        public let expiresAt: Duration
    }

    /// Whether an Apple account is signed in on this phone.
    public private(set) var isSignedIn = true
    /// The account's state for this app.
    public private(set) var standing = SignInCredentialState.notFound
    /// The request whose sheet is on the screen.
    public private(set) var request: SignInRequest?
    /// The newest code, until it is redeemed. That older codes are invalid is assumed (C101).
    public private(set) var code: IssuedCode?
    /// The number of codes issued; it starts again after 255.
    public private(set) var codeCount: UInt8 = 0
    private let policy: Constant<SignInPolicy>

    /// Makes a service that the app has not asked yet.
    public init(policy: SignInPolicy) {
        self.policy = Constant(policy)
    }

    /// `performRequests`. It fails without a scene in the foreground, as the sheet cannot be shown (C103).
    public mutating func perform(
        _ request: SignInRequest, isForeground: Bool, into effects: inout [SignInEffect]
    ) {
        guard isForeground, isSignedIn, self.request == nil else { return effects.append(.failed(.unknown)) }
        self.request = request
        effects.append(.sheetShown)
    }

    /// Handles an event from outside the app.
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

    /// `getCredentialState(forUserID:)` for the user that this app has received (C102).
    public var credentialState: SignInCredentialState { isSignedIn ? standing : .notFound }

    /// Redeems a code for tokens, as Apple's server does. Returns whether the code was unused and not expired (C101).
    public mutating func redeem(_ code: AuthorizationCode, at now: Duration) -> Bool {
        guard let issued = self.code, issued.code == code else { return false }
        self.code = nil
        return now < issued.expiresAt
    }

    /// Closes the sheet, as the process has ended. The account's state stays.
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
    /// The personal data that the app asks for.
    public var scopes: SignInScopes
    /// The nonce to be put into the token.
    public var nonce: TextID?
    /// An arbitrary text that is returned with the credential.
    public var state: TextID?

    public init(scopes: SignInScopes, nonce: TextID? = nil, state: TextID? = nil) {
        self.scopes = scopes
        self.nonce = nonce
        self.state = state
    }
}

/// The personal data that an authorization request asks for.
public struct SignInScopes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The person's name.
    public static let fullName = SignInScopes(rawValue: 1)
    /// The person's address, or a relay address of Apple's.
    public static let email = SignInScopes(rawValue: 2)
}

/// An act of the person or of Apple that concerns sign-in.
public enum SignInEvent: Hashable, Sendable {
    /// The person agrees on the sheet.
    case approved(SignInEmail)
    /// The person closes the sheet.
    case closed
    /// The person chooses "Stop using Apple Account" for this app, on any device.
    case stoppedUsing
    /// The person signs out of the phone's account, or in again.
    case accountChanged(isSignedIn: Bool)
    /// The app was transferred to another team.
    case teamChanged
}

/// An effect of a change of sign-in.
public enum SignInEffect: Hashable, Sendable {
    /// The sheet appears.
    case sheetShown
    /// The delegate is called with a credential.
    case completed(SignInCredential)
    /// The delegate is called with an error.
    case failed(SignInError)
    /// `credentialRevokedNotification` is posted in the app, if it runs.
    case revokedNotification
}

/// The result of an authorization: `ASAuthorizationAppleIDCredential`. The user is the same every time.
public struct SignInCredential: Hashable, Sendable {
    /// Whether `fullName` is present: only at the first authorization, and only if requested (C100).
    public let hasFullName: Bool
    /// `email`: present only at the first authorization, and only if requested.
    public let email: SignInEmail?
    /// Apple's signed statement of who the person is.
    public let token: IdentityToken
    /// The code, which the app's server exchanges for tokens. It can be used once.
    public let code: AuthorizationCode
    /// The state of the request.
    public let state: TextID?
}

/// The claims of the signed token (C101).
public struct IdentityToken: Hashable, Sendable {
    /// The nonce of the request as the app gave it. A correct app gives a hash.
    public let nonce: TextID?
    /// The email address, in every token and not only in the first.
    public let email: SignInEmail?
    /// The time at which the token expires.
    public let expiresAt: Duration
}

/// Stands for the bytes of an authorization code, which can be redeemed once.
public struct AuthorizationCode: Hashable, Sendable, Comparable {
    /// The number; it has no meaning of its own.
    public let value: UInt8

    /// Makes an ID from a number.
    public init(_ value: UInt8) {
        self.value = value
    }

    /// IDs are ordered by number.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// The email address that the person shares with the app.
public enum SignInEmail: String, Hashable, Sendable, CaseIterable {
    case own
    /// An address of Apple's that forwards messages.
    case relayed
}

/// `ASAuthorizationAppleIDProvider.CredentialState`. The raw values are Apple's.
public enum SignInCredentialState: Int, Hashable, Sendable, CaseIterable {
    /// The person stopped using the account with the app.
    case revoked = 0
    case authorized = 1
    /// The app was never authorized, or no account is signed in on this phone.
    case notFound = 2
    /// The app was transferred to another team, and the user's identifier must be exchanged for the new one.
    case transferred = 3
}

/// `ASAuthorizationError.Code`. The raw values are Apple's.
public enum SignInError: Int, Error, Hashable, Sendable, CaseIterable {
    /// An unknown error. It also means that the sheet cannot be shown or no account is signed in: assumed (C103).
    case unknown = 1000
    /// The person closed the sheet.
    case canceled = 1001
}
