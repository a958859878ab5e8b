internal import Accounts
internal import CallModel
internal import Crypto
package import ExchangeStorage
internal import Foundation
internal import Logging
package import Redaction
internal import WireJSON

/// Sign in with Apple: `POST /api/auth/apple`, Apple's notices and the revocation of access.
struct AppleSignInService: Sendable {
    /// The values that the app sends after the person has consented.
    struct Offer: Sendable {
        let identityToken: String
        let code: String
        /// The nonce whose digest Apple signed.
        let nonce: String
        let installation: AccountService.Installation
    }

    let client: AppleClient
    let keys: AppleKeys
    let nonces: SignInNonces
    let logger: Logger

    private var clients: [String] { client.configuration.clients }

    /// Issues a nonce for one sign-in on one installation.
    func nonce(for installation: String, _ backend: APIBackend) -> Redacted<String> {
        nonces.issue(for: installation, at: backend.calendarNow)
    }

    /// The person who signs in by Apple's signature and our nonce; nil when one of them is invalid or Apple's keys are
    /// unavailable. It spends nothing that can be used only once.
    func person(in offer: Offer, _ backend: APIBackend) async -> APIPrincipal? {
        do throws(AppleError) { return .apple(subject: try await vouched(offer, backend).claims.subject) } catch {
            return nil
        }
    }

    /// Checks the values of Apple and the app, and opens a session.
    ///
    /// - Parameter name: the person's name, which Apple tells once and only to the app.
    func signIn(
        _ offer: Offer, name: Redacted<String>?, _ backend: APIBackend
    ) async throws -> AccountService.OpenedSession {
        let (claims, nonce) = try await vouched(offer, backend)
        try await checkSignUp(claims, backend)
        let grant = try await client.exchange(code: offer.code, client: claims.audience)
        let granted = try await self.claims(of: grant.identityToken, backend)
        guard granted.subject == claims.subject else { throw AppleError.token(.wrongSubject) }
        // A row is written only now, for a sign-in that Apple has verified.
        guard try await backend.accounts.spend(nonce) else { throw AppleError.token(.wrongNonce) }
        let user = try await store(claims, grant, name: name, backend)
        return try await AccountService(backend: backend).openSession(of: user, on: offer.installation) {
            let identity = try await backend.accounts.appleIdentity(ofUser: user.rawValue)
            // When consent is withdrawn, Apple's token is deleted.
            return identity.map { grant.refreshToken == nil || $0.refreshToken != nil } ?? false
        }
    }

    /// Checks Apple's signature on an offer, and returns its claims and the nonce that it spends.
    private func vouched(
        _ offer: Offer, _ backend: APIBackend
    ) async throws(AppleError) -> (claims: AppleClaims, nonce: UsedNonce) {
        let claims = try await claims(of: offer.identityToken, backend)
        try Self.attempt { () throws(AppleTokenError) in try claims.check(codeHash: Self.hash(ofCode: offer.code)) }
        guard let digest = claims.nonce else { throw .token(.noNonce) }
        let nonce = nonces.spendable(
            offer.nonce, for: offer.installation.id, signedAs: digest, at: backend.calendarNow)
        guard let nonce else { throw .token(.wrongNonce) }
        return (claims, nonce)
    }

    /// The claims of a token that Apple signed for one of the configured clients.
    private func claims(of text: String, _ backend: APIBackend) async throws(AppleError) -> AppleClaims {
        let token = try await verified(text)
        return try Self.attempt { () throws(AppleTokenError) in
            let claims = try AppleClaims(token.claims)
            try claims.check(clients: clients, now: backend.calendarNow / 1_000_000)
            return claims
        }
    }

    private func verified(_ text: String) async throws(AppleError) -> SignedToken {
        let token = try Self.attempt { () throws(AppleTokenError) in try SignedToken(text) }
        let key = try await keys.key(token.header.keyID)
        do throws(AppleTokenError) {
            try await token.verify(with: key)
        } catch {
            throw .token(error)
        }
        return token
    }

    private static func attempt<Value>(_ body: () throws(AppleTokenError) -> Value) throws(AppleError) -> Value {
        do throws(AppleTokenError) {
            return try body()
        } catch {
            throw .token(error)
        }
    }

    /// Source: OpenID Connect Core §3.3.2.11.
    private static func hash(ofCode code: String) -> String {
        TokenFactory.text(of: Array(SHA256.hash(data: Array(code.utf8)).prefix(16)))
    }

    // MARK: - Accounts

    /// Checks whether the person has an account or may make one, before Apple issues a token that would have to be
    /// revoked.
    private func checkSignUp(_ claims: AppleClaims, _ backend: APIBackend) async throws {
        let mail = claims.isEmailVerified ? claims.email?.revealed : nil
        let isInvited =
            if let mail { try await backend.accounts.isInvited(mail: mail, at: backend.calendarNow) } else { false }
        guard let refusal = backend.signUp.refusal(isInvited: isInvited) else { return }
        guard try await backend.accounts.appleIdentity(subject: claims.subject.revealed) == nil else { return }
        throw AppleError.signUp(refusal)
    }

    /// Returns the user of an Apple account, which is made at the first sign-in. A user of the same mail address is
    /// never reused: the owner of an address may have changed.
    private func store(
        _ claims: AppleClaims, _ grant: AppleClient.Grant, name: Redacted<String>?, _ backend: APIBackend
    ) async throws -> UserID {
        let sealed = try grant.refreshToken.map { try backend.secrets.seal(Array($0.revealed.utf8)) }
        let identity = AppleIdentity(
            subject: claims.subject, user: TokenFactory.identifier("user"), client: claims.audience,
            refreshToken: sealed,
            email: claims.email, isEmailVerified: claims.isEmailVerified, isEmailPrivate: claims.isEmailPrivate,
            createdAt: backend.calendarNow)
        let mode = backend.signUp
        guard
            let (stored, isNew) = try await backend.accounts.signIn(identity, name: name?.revealed, signUp: mode)
        else { throw AppleError.signUp(mode.refusal(isInvited: false) ?? .notInvited) }
        let user = stored.user
        // The turn keeps a user who is being deleted from being added again.
        try await backend.userTurns.run(of: user) {
            let entry = try await backend.inUsers { users in
                try users.users().first { $0.name == user }.flatMap { UserEntry($0) }
            }
            if let entry { try await notify(entry, backend) }
        }
        if isNew {
            try await AccountService(backend: backend).note(
                "account made", of: user, by: AuditEntry.apple, isOfUser: false)
        }
        return UserID(user)
    }

    /// Adds the user to the directory, or updates the display name.
    private func notify(_ entry: UserEntry, _ backend: APIBackend) async throws {
        try await backend.onLoop { gateway in
            if gateway.directory.users[entry.name] != nil {
                gateway.directory.setDisplayName(entry.displayName, of: entry.name)
            } else {
                try gateway.directory.add(entry, from: .api)
            }
        }
    }

    // MARK: - Notices

    /// Apple as the asker if it signed the notice for us; nil if not, or if its keys are unavailable.
    func sender(ofNotice text: String, _ backend: APIBackend) async -> APIPrincipal? {
        do throws(AppleError) { return .apple(subject: try await notice(in: text, backend).subject) } catch {
            return nil
        }
    }

    private func notice(in text: String, _ backend: APIBackend) async throws(AppleError) -> AppleAccountNotification {
        let token = try await verified(text)
        return try Self.attempt { () throws(AppleTokenError) in
            try AppleAccountNotification(token.claims, clients: clients, now: backend.calendarNow / 1_000_000)
        }
    }

    /// Applies a notice; a repeated one changes nothing.
    func follow(notice text: String, _ backend: APIBackend) async throws {
        let notice = try await notice(in: text, backend)
        guard try await !backend.accounts.hasSeen(notice: notice.id) else { return }
        if let identity = try await backend.accounts.appleIdentity(subject: notice.subject.revealed) {
            try await follow(notice.kind, of: identity, backend)
        }
        // The notice is remembered last: after a crash Apple sends it again, and it is applied again.
        try await backend.accounts.remember(notice: notice.id, at: backend.calendarNow)
    }

    private func follow(_ kind: AppleAccountNotification.Kind?, of identity: AppleIdentity, _ backend: APIBackend)
        async throws
    {
        let subject = identity.subject.revealed
        switch kind {
        case .emailEnabled: try await backend.accounts.setEmailEnabled(true, subject: subject)
        case .emailDisabled: try await backend.accounts.setEmailEnabled(false, subject: subject)
        case .consentRevoked:
            try await backend.accounts.forgetAppleToken(subject: subject)
            let scope = RevocationScope.user(identity.user, sparing: nil)
            _ = try await AccountService(backend: backend).revoke(scope, because: .consentRevoked)
        case .accountDeleted:
            try await backend.accounts.forgetAppleToken(subject: subject)
            _ = try await UserOperations.delete(identity.user, backend)
        case nil: break
        }
        try await AccountService(backend: backend).note(
            kind?.rawValue ?? "unknown notice", of: identity.user, by: AuditEntry.apple, isOfUser: false)
    }
}

/// Nonces for Sign in with Apple. Each contains its expiry, signed together with the installation that it was issued
/// to, so that issuing needs no row in the database.
///
/// Format: 8 bytes of the expiry in microseconds since 1970, 16 random bytes, 16 bytes of HMAC-SHA-256; as base64url.
/// The store of spent nonces ensures that each is used once.
package struct SignInNonces: Sendable {
    /// The lifetime of a nonce in microseconds: the person reads a sheet and authenticates.
    package static let lifeTime: Int64 = 600_000_000

    private static let endBytes = 8
    private static let chanceBytes = 16
    private static let codeBytes = 16

    private let key: SymmetricKey

    /// The purpose of the key, which is derived from the sealing key.
    static let purpose = "carillon sign-in nonces"

    /// - Parameter key: 32 secret bytes.
    package init(key: [UInt8]) { self.key = SymmetricKey(data: key) }

    /// - Parameter now: microseconds since 1970.
    package func issue(for installation: String, at now: Int64) -> Redacted<String> {
        let end = UInt64(bitPattern: now + Self.lifeTime)
        let said =
            (0..<Self.endBytes).reversed().map { UInt8(truncatingIfNeeded: end >> (UInt64($0) * 8)) }
            + TokenFactory.random(Self.chanceBytes)
        return Redacted(TokenFactory.text(of: said + code(of: said, for: installation)))
    }

    /// The nonce to be spent; nil when it was not issued here to that installation, has expired, or is not the one
    /// whose digest Apple signed.
    ///
    /// - Parameters:
    ///   - digest: SHA-256 of the nonce in hexadecimal, as Apple's token has it.
    ///   - now: microseconds since 1970.
    package func spendable(
        _ nonce: String, for installation: String, signedAs digest: String, at now: Int64
    ) -> UsedNonce? {
        guard let bytes = Self.bytes(of: nonce) else { return nil }
        let said = Array(bytes.dropLast(Self.codeBytes))
        guard ConstantTime.equal(Array(bytes.suffix(Self.codeBytes)), code(of: said, for: installation)) else {
            return nil
        }
        let end = said.prefix(Self.endBytes).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let expiresAt = Int64(bitPattern: end)
        let known = TokenFactory.digest(of: nonce)
        // A nonce issued before the clock was set back would be valid for too long.
        guard now < expiresAt, expiresAt <= now + Self.lifeTime, Hexadecimal.bytes(of: digest[...]) == known else {
            return nil
        }
        return UsedNonce(digest: known, expiresAt: expiresAt)
    }

    private static func bytes(of nonce: String) -> [UInt8]? {
        let text = nonce.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: text + padding) else { return nil }
        // Only the canonical text is accepted: another text of the same bytes would count as another nonce.
        let bytes = [UInt8](data)
        return bytes.count == endBytes + chanceBytes + codeBytes && TokenFactory.text(of: bytes) == nonce ? bytes : nil
    }

    private func code(of said: [UInt8], for installation: String) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: said + Array(installation.utf8), using: key).prefix(Self.codeBytes))
    }
}
