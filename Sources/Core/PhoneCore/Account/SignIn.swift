public import Redaction

/// The phone's part of signing in with Apple.
///
/// Apple gives a person's name and address only once. They are stored before anything is sent, and kept until the
/// exchange confirms that it has them. Source: C100–C103 (documented).
public struct SignIn: Hashable, Sendable {
    /// The inputs of the machine.
    public enum Event: Hashable, Sendable {
        /// The process started. A person who is signed in may have withdrawn the consent meanwhile.
        case launched
        /// The person wants to sign in. Apple's sheet can only be shown in the foreground.
        case wanted(isOnScreen: Bool)
        /// The exchange gave a nonce. Answers `askNonce`.
        case nonce(SignInNonce)
        /// The person agreed on Apple's sheet.
        case authorized(AppleCredential)
        /// Apple's sheet failed, or the person closed it.
        case sheetFailed(SignInFailure)
        /// The record with the name and address was written (`true`), or could not be written.
        case kept(Bool)
        /// The exchange signed the person in.
        case accepted
        /// The exchange refused or did not answer.
        case refused(SignInFailure)
        /// Apple's answer about the consent of the signed-in person.
        case credentialState(AppleCredentialState)
        /// Apple notified the app that the consent may be withdrawn.
        case revocationNoticed
        /// The person has signed out.
        case signedOut
    }

    /// The outputs of the machine.
    public enum Effect: Hashable, Sendable {
        /// Ask the exchange for a nonce. The answer is `nonce` or `refused`.
        case askNonce
        /// Show Apple's sheet. It asks for name and address and carries the digest of the nonce.
        case present(SignInNonce)
        /// Store the record now. The answer is `kept`.
        case keep
        /// Send `POST /api/auth/apple`. The answer is `accepted` or `refused`.
        case post(AppleCredential, SignInNonce)
        /// Ask Apple about the consent of the signed-in person. The answer is `credentialState`.
        case askCredentialState
        /// Sign the person out as soon as this does no harm.
        case revoked
        /// The sign-in ended; `nil` if it succeeded.
        case settled(SignInFailure?)
    }

    /// The progress of a sign-in.
    enum Stage: Hashable, Sendable {
        case idle
        case asking
        case presenting(SignInNonce)
        case keeping(AppleCredential, SignInNonce)
        case posting(AppleCredential)
    }

    /// The state that the phone stores.
    public private(set) var record: SignInRecord
    private(set) var stage = Stage.idle

    /// Continues from the record of the previous process.
    public init(record: SignInRecord = SignInRecord()) {
        self.record = record
    }

    /// Handles one event and appends the effects that follow from it.
    public mutating func handle(_ event: Event, into effects: inout [Effect]) {
        switch event {
        case .launched, .revocationNoticed:
            if record.user != nil { effects.append(.askCredentialState) }
        case .wanted(let isOnScreen): want(isOnScreen, into: &effects)
        case .nonce(let nonce):
            guard stage == .asking else { return }
            stage = .presenting(nonce)
            effects.append(.present(nonce))
        case .authorized(let credential): keep(credential, into: &effects)
        case .sheetFailed(let failure):
            if case .presenting = stage { settle(failure, into: &effects) }
        case .kept(let isKept): post(isKept, into: &effects)
        case .accepted: accept(into: &effects)
        case .refused(let failure):
            switch stage {
            case .asking, .posting: settle(failure, into: &effects)
            case .idle, .presenting, .keeping: break
            }
        case .credentialState(let state): handle(state, into: &effects)
        case .signedOut: record.user = nil
        }
    }

    private mutating func want(_ isOnScreen: Bool, into effects: inout [Effect]) {
        guard stage == .idle else { return effects.append(.settled(.underWay)) }
        guard isOnScreen else { return effects.append(.settled(.notOnScreen)) }
        stage = .asking
        effects.append(.askNonce)
    }

    private mutating func keep(_ credential: AppleCredential, into effects: inout [Effect]) {
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
        effects.append(.keep)
    }

    private mutating func post(_ isKept: Bool, into effects: inout [Effect]) {
        guard case .keeping(let credential, let nonce) = stage else { return }
        guard isKept else { return settle(.store, into: &effects) }
        stage = .posting(credential)
        effects.append(.post(credential, nonce))
    }

    private mutating func accept(into effects: inout [Effect]) {
        guard case .posting(let credential) = stage else { return }
        record.user = credential.user
        if record.pending?.user == credential.user { record.pending = nil }
        settle(nil, into: &effects)
    }

    private mutating func settle(_ failure: SignInFailure?, into effects: inout [Effect]) {
        stage = .idle
        effects.append(.settled(failure))
    }

    private func handle(_ state: AppleCredentialState, into effects: inout [Effect]) {
        switch state {
        case .authorized, .transferred: break
        case .revoked, .notFound: if record.user != nil { effects.append(.revoked) }
        }
    }
}

/// Why a sign-in failed.
public enum SignInFailure: String, CaseIterable, Hashable, Sendable {
    /// The person closed the sheet (`ASAuthorizationError.canceled`). The app shows no error.
    case cancelled
    /// Apple's sheet failed.
    case apple
    /// The app is in the background, where the sheet cannot be shown. Source: C103 (documented).
    case notOnScreen
    /// The name and address could not be stored before sending.
    case store
    /// The exchange was unreachable.
    case unreachable
    /// The exchange refused the credential.
    case refused
    /// Another sign-in is under way.
    case underWay
}

/// The stored state of signing in with Apple.
public struct SignInRecord: Hashable, Sendable, Codable {
    /// Apple's identifier of the signed-in person.
    public internal(set) var user: Redacted<String>?
    /// The name and address that Apple gave once and that the exchange has not confirmed yet.
    public internal(set) var pending: Pending?

    /// A person and Apple's introduction of that person.
    public struct Pending: Hashable, Sendable, Codable {
        /// Apple's identifier of the person, under which the introduction is sent.
        public let user: Redacted<String>
        /// The name and address, as far as the person allowed Apple to tell them.
        public let introduction: AppleIntroduction
    }

    /// The record of a phone on which no person has signed in with Apple.
    public init() {}
}

/// A one-time number that binds Apple's answer to a request. The exchange draws it and the shell hashes it.
/// Source: C101.
public struct SignInNonce: Hashable, Sendable {
    /// The number as the exchange gave it.
    public let raw: Redacted<String>
    /// The SHA-256 of the number in hexadecimal digits, which is sent to Apple.
    public let digest: Redacted<String>

    public init(raw: Redacted<String>, digest: Redacted<String>) {
        self.raw = raw
        self.digest = digest
    }
}

/// The result of Apple's sheet.
public struct AppleCredential: Hashable, Sendable {
    /// Apple's identifier of the person, the same for all apps of a team. Source: C101 (documented).
    public let user: Redacted<String>
    /// A signed statement for the exchange. It contains the hash of the nonce.
    public let identityToken: Redacted<String>
    /// A code for the exchange, valid once and for about five minutes.
    public let authorizationCode: Redacted<String>
    /// Filled only at the person's first sign-in.
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

/// The personal data that Apple gives once and never again. Source: C100 (documented).
public struct AppleIntroduction: Hashable, Sendable, Codable {
    /// The first name; `nil` if Apple did not give it, as at every sign-in but the first.
    public var givenName: Redacted<String>?
    /// The last name, as the first one.
    public var familyName: Redacted<String>?
    /// The mail address, or the one by which Apple forwards mail to a private address.
    public var email: Redacted<String>?

    public init(
        givenName: Redacted<String>? = nil, familyName: Redacted<String>? = nil, email: Redacted<String>? = nil
    ) {
        self.givenName = givenName
        self.familyName = familyName
        self.email = email
    }

    /// These values, completed by earlier ones where they are missing.
    func completed(by earlier: AppleIntroduction) -> AppleIntroduction {
        AppleIntroduction(
            givenName: givenName ?? earlier.givenName, familyName: familyName ?? earlier.familyName,
            email: email ?? earlier.email)
    }
}

/// The state of the person's consent at Apple (`getCredentialState`). Source: C102 (documented).
public enum AppleCredentialState: String, CaseIterable, Hashable, Sendable {
    /// The consent still holds.
    case authorized
    /// The person withdrew the consent.
    case revoked
    /// The device uses another Apple account, or none.
    case notFound
    /// The app was transferred to another team. The exchange must move the person over; the device need not do
    /// anything.
    case transferred
}
