public import Redaction

/// Decides the phone's part of signing in with Apple.
///
/// Name and address come once in a person's life: they are stored before anything is sent, and kept until the exchange
/// confirmed to have them. Source: C100–C103 (documented).
public struct SignIn: Hashable, Sendable {
    /// What happens to it.
    public enum Event: Hashable, Sendable {
        case launched
        /// The person wants to sign in; the sheet can only be shown on the screen.
        case wanted(isOnScreen: Bool)
        case nonce(SignInNonce)
        case authorized(AppleCredential)
        case sheetFailed(SignInFailure)
        /// The record with what was to be kept is written, or could not be.
        case kept(Bool)
        /// The exchange signed the person in.
        case accepted
        case refused(SignInFailure)
        /// What Apple says of the consent of the person signed in.
        case credentialState(AppleCredentialState)
        /// Apple's notification that the consent may be withdrawn.
        case revocationNoticed
        /// The person is signed out.
        case signedOut
    }

    /// What it says.
    public enum Decision: Hashable, Sendable {
        /// Ask the exchange for a nonce; the answer is `nonce` or `refused`.
        case askNonce
        /// Show Apple's sheet, asking for name and address, with the digest of the nonce.
        case present(SignInNonce)
        /// Store the record now; the answer is `kept`.
        case keep
        /// `POST /api/auth/apple`; the answer is `accepted` or `refused`.
        case post(AppleCredential, SignInNonce)
        case askCredentialState
        /// Sign the person out as soon as that does no harm.
        case revoked
        case settled(SignInFailure?)
    }

    /// How far it is.
    enum Stage: Hashable, Sendable {
        case idle
        case asking
        case presenting(SignInNonce)
        case keeping(AppleCredential, SignInNonce)
        case posting(AppleCredential)
    }

    /// What is to be stored.
    public private(set) var record: SignInRecord
    private(set) var stage = Stage.idle

    /// Begins with what the process before left.
    public init(record: SignInRecord = SignInRecord()) {
        self.record = record
    }

    /// Takes one event.
    public mutating func handle(_ event: Event, at now: Duration, into decisions: inout [Decision]) {
        switch event {
        case .launched, .revocationNoticed:
            if record.user != nil { decisions.append(.askCredentialState) }
        case .wanted(let isOnScreen): want(isOnScreen, into: &decisions)
        case .nonce(let nonce):
            guard stage == .asking else { return }
            stage = .presenting(nonce)
            decisions.append(.present(nonce))
        case .authorized(let credential): keep(credential, into: &decisions)
        case .sheetFailed(let failure):
            if case .presenting = stage { settle(failure, into: &decisions) }
        case .kept(let isKept): post(isKept, into: &decisions)
        case .accepted: accept(into: &decisions)
        case .refused(let failure):
            switch stage {
            case .asking, .posting: settle(failure, into: &decisions)
            case .idle, .presenting, .keeping: break
            }
        case .credentialState(let state): take(state, into: &decisions)
        case .signedOut: record.user = nil
        }
    }

    private mutating func want(_ isOnScreen: Bool, into decisions: inout [Decision]) {
        guard stage == .idle else { return decisions.append(.settled(.underWay)) }
        guard isOnScreen else { return decisions.append(.settled(.notOnScreen)) }
        stage = .asking
        decisions.append(.askNonce)
    }

    private mutating func keep(_ credential: AppleCredential, into decisions: inout [Decision]) {
        guard case .presenting(let nonce) = stage else { return }
        var introduction = credential.introduction
        if let pending = record.pending, pending.user == credential.user {
            introduction = introduction.completed(by: pending.introduction)
        }
        let complete = AppleCredential(
            user: credential.user, identityToken: credential.identityToken,
            authorizationCode: credential.authorizationCode, introduction: introduction)
        if introduction != AppleIntroduction() {
            record.pending = SignInRecord.Pending(user: credential.user, introduction: introduction)
        }
        stage = .keeping(complete, nonce)
        decisions.append(.keep)
    }

    private mutating func post(_ isKept: Bool, into decisions: inout [Decision]) {
        guard case .keeping(let credential, let nonce) = stage else { return }
        guard isKept else { return settle(.store, into: &decisions) }
        stage = .posting(credential)
        decisions.append(.post(credential, nonce))
    }

    private mutating func accept(into decisions: inout [Decision]) {
        guard case .posting(let credential) = stage else { return }
        record.user = credential.user
        if record.pending?.user == credential.user { record.pending = nil }
        settle(nil, into: &decisions)
    }

    private mutating func settle(_ failure: SignInFailure?, into decisions: inout [Decision]) {
        stage = .idle
        decisions.append(.settled(failure))
    }

    private func take(_ state: AppleCredentialState, into decisions: inout [Decision]) {
        switch state {
        case .authorized, .transferred: break
        case .revoked, .notFound: if record.user != nil { decisions.append(.revoked) }
        }
    }
}

/// Why nobody was signed in.
public enum SignInFailure: String, CaseIterable, Hashable, Sendable {
    /// The person closed the sheet (`ASAuthorizationError.canceled`): nothing to be shown.
    case cancelled
    /// Apple's sheet failed.
    case apple
    /// The app is not on the screen, where alone the sheet can be shown. Source: C103 (documented).
    case notOnScreen
    /// What is to be sent could not be kept first.
    case store
    /// The exchange could not be asked.
    case unreachable
    /// The exchange did not accept it.
    case refused
    /// Somebody is being signed in.
    case underWay
}

/// What outlives the process of signing in with Apple.
public struct SignInRecord: Hashable, Sendable, Codable {
    /// Apple's name for the person who is signed in.
    public internal(set) var user: Redacted<String>?
    /// What Apple said of somebody once and the exchange has not confirmed to have.
    public internal(set) var pending: Pending?

    /// Whose introduction it is, and what it says.
    public struct Pending: Hashable, Sendable, Codable {
        public let user: Redacted<String>
        public let introduction: AppleIntroduction
    }

    public init() {}
}

/// A number used once that binds Apple's answer to our question. The exchange draws it, the shell hashes it.
/// Source: C101.
public struct SignInNonce: Hashable, Sendable {
    /// What the exchange gave.
    public let raw: Redacted<String>
    /// What Apple is sent: its SHA-256 as hexadecimal digits.
    public let digest: Redacted<String>

    public init(raw: Redacted<String>, digest: Redacted<String>) {
        self.raw = raw
        self.digest = digest
    }
}

/// What Apple's sheet gave.
public struct AppleCredential: Hashable, Sendable {
    /// Names the person, the same for every app of the team. Source: C101 (documented).
    public let user: Redacted<String>
    /// A signed statement for the exchange; it holds the hash of the nonce.
    public let identityToken: Redacted<String>
    /// For the exchange; good once and for about five minutes.
    public let authorizationCode: Redacted<String>
    /// Only the first time.
    public let introduction: AppleIntroduction

    public init(
        user: Redacted<String>, identityToken: Redacted<String>, authorizationCode: Redacted<String>,
        introduction: AppleIntroduction = AppleIntroduction()
    ) {
        self.user = user
        self.identityToken = identityToken
        self.authorizationCode = authorizationCode
        self.introduction = introduction
    }
}

/// What Apple says of a person once and never again. Source: C100 (documented).
public struct AppleIntroduction: Hashable, Sendable, Codable {
    public var givenName: Redacted<String>?
    public var familyName: Redacted<String>?
    public var email: Redacted<String>?

    public init(
        givenName: Redacted<String>? = nil, familyName: Redacted<String>? = nil, email: Redacted<String>? = nil
    ) {
        self.givenName = givenName
        self.familyName = familyName
        self.email = email
    }

    /// What is said now, completed by what was said before.
    func completed(by earlier: AppleIntroduction) -> AppleIntroduction {
        AppleIntroduction(
            givenName: givenName ?? earlier.givenName, familyName: familyName ?? earlier.familyName,
            email: email ?? earlier.email)
    }
}

/// How Apple stands to the person's consent (`getCredentialState`). Source: C102 (documented).
public enum AppleCredentialState: String, CaseIterable, Hashable, Sendable {
    case authorized
    /// The consent was withdrawn.
    case revoked
    /// Another Apple account is used on the device, or none.
    case notFound
    /// The app went to another team; the exchange has to move the person over, nothing is wrong on the device.
    case transferred
}
