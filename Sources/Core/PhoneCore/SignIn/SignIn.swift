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
