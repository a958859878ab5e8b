internal import Accounts
internal import CallModel
internal import Crypto
package import ExchangeStorage
internal import Foundation
internal import Logging
package import Redaction
internal import WireJSON

/// Signing in with Apple, and what follows from it: `POST /api/auth/apple`, notices, revocation.
struct AppleSignIn: Sendable {
    /// What the app sends after the person said yes.
    struct Offer: Sendable {
        let identityToken: String
        let code: String
        /// The nonce whose digest Apple was handed.
        let nonce: String
        let installation: AccountDesk.Installation
    }

    let client: AppleClient
    let keys: AppleKeys
    let nonces: SignInNonces
    let logger: Logger

    private var clients: [String] { client.configuration.clients }

    /// A nonce for one sign-in on one installation.
    func nonce(for installation: String, _ backend: APIBackend) -> Redacted<String> {
        nonces.issue(for: installation, at: backend.calendarNow)
    }

    /// Who signs in, as far as Apple's signature and our nonce tell; nil where either is not believed, or Apple's keys
    /// cannot be had. Asks for none of what is good once.
    func person(in offer: Offer, _ backend: APIBackend) async -> APIAsker? {
        do throws(AppleError) { return .apple(subject: try await vouched(offer, backend).claims.subject) } catch {
            return nil
        }
    }

    /// Checks what Apple and the app say, and opens a session.
    ///
    /// - Parameter name: told by Apple once, to the app only.
    func signIn(
        _ offer: Offer, name: Redacted<String>?, _ backend: APIBackend
    ) async throws -> AccountDesk.OpenedSession {
        let (claims, nonce) = try await vouched(offer, backend)
        try await checkSignUp(claims, backend)
        let grant = try await client.exchange(code: offer.code, client: claims.audience)
        let granted = try await self.claims(of: grant.identityToken, backend)
        guard granted.subject == claims.subject else { throw AppleError.token(.wrongSubject) }
        // Only now is a row written: for a sign-in that Apple has vouched for.
        guard try await backend.accounts.spend(nonce) else { throw AppleError.token(.wrongNonce) }
        let user = try await store(claims, grant, name: name, backend)
        return try await AccountDesk(backend: backend).openSession(of: user, on: offer.installation) {
            let identity = try await backend.accounts.appleIdentity(ofUser: user.rawValue)
            // Where consent was withdrawn, Apple's token is forgotten.
            return identity.map { grant.refreshToken == nil || $0.refreshToken != nil } ?? false
        }
    }

    /// What Apple signed for this offer, and the nonce that it spends.
    private func vouched(
        _ offer: Offer, _ backend: APIBackend
    ) async throws(AppleError) -> (claims: AppleClaims, nonce: SpentNonce) {
        let claims = try await claims(of: offer.identityToken, backend)
        try Self.attempt { () throws(AppleTokenFault) in try claims.check(codeHash: Self.hash(ofCode: offer.code)) }
        guard let digest = claims.nonce else { throw .token(.noNonce) }
        let nonce = nonces.spendable(
            offer.nonce, for: offer.installation.id, signedAs: digest, at: backend.calendarNow)
        guard let nonce else { throw .token(.wrongNonce) }
        return (claims, nonce)
    }

    /// The claims of a token Apple signed for one of our clients.
    private func claims(of text: String, _ backend: APIBackend) async throws(AppleError) -> AppleClaims {
        let token = try await verified(text)
        return try Self.attempt { () throws(AppleTokenFault) in
            let claims = try AppleClaims(token.claims)
            try claims.check(clients: clients, now: backend.calendarNow / 1_000_000)
            return claims
        }
    }

    private func verified(_ text: String) async throws(AppleError) -> SignedToken {
        let token = try Self.attempt { () throws(AppleTokenFault) in try SignedToken(text) }
        let key = try await keys.key(token.header.keyID)
        do throws(AppleTokenFault) {
            try await token.verify(with: key)
        } catch {
            throw .token(error)
        }
        return token
    }

    private static func attempt<Value>(_ body: () throws(AppleTokenFault) -> Value) throws(AppleError) -> Value {
        do throws(AppleTokenFault) {
            return try body()
        } catch {
            throw .token(error)
        }
    }

    /// Source: OpenID Connect Core §3.3.2.11.
    private static func hash(ofCode code: String) -> String {
        TokenMint.text(of: Array(SHA256.hash(data: Array(code.utf8)).prefix(16)))
    }

    // MARK: - Accounts

    /// Whether the person has an account or may make one: asked before Apple gives anything that would have to be given
    /// back.
    private func checkSignUp(_ claims: AppleClaims, _ backend: APIBackend) async throws {
        let mail = claims.isEmailVerified ? claims.email?.revealed : nil
        let isInvited =
            if let mail { try await backend.accounts.isInvited(mail: mail, at: backend.calendarNow) } else { false }
        guard let refusal = backend.signUp.refusal(isInvited: isInvited) else { return }
        guard try await backend.accounts.appleIdentity(subject: claims.subject.revealed) == nil else { return }
        throw AppleError.signUp(refusal)
    }

    /// The user of an Apple account, made at the first sign-in. Never another user of the same mail address: whoever
    /// owns an address today need not be who opened the account.
    private func store(
        _ claims: AppleClaims, _ grant: AppleClient.Grant, name: Redacted<String>?, _ backend: APIBackend
    ) async throws -> UserID {
        let sealed = try grant.refreshToken.map { try backend.secrets.seal(Array($0.revealed.utf8)) }
        let identity = AppleIdentity(
            subject: claims.subject, user: TokenMint.identifier("user"), client: claims.audience, refreshToken: sealed,
            email: claims.email, isEmailVerified: claims.isEmailVerified, isEmailPrivate: claims.isEmailPrivate,
            createdAt: backend.calendarNow)
        let mode = backend.signUp
        guard
            let (stored, isNew) = try await backend.accounts.signIn(identity, name: name?.revealed, signUp: mode)
        else { throw AppleError.signUp(mode.refusal(isInvited: false) ?? .notInvited) }
        let user = stored.user
        // Nobody who is being deleted meanwhile comes back by it.
        try await backend.userTurns.run(of: user) {
            let entry = try await backend.inUsers { users in
                try users.users().first { $0.name == user }.flatMap { UserEntry($0) }
            }
            if let entry { try await tell(entry, backend) }
        }
        if isNew {
            try await AccountDesk(backend: backend).note(
                "account made", of: user, by: AuditEntry.apple, isOfUser: false)
        }
        return UserID(user)
    }

    /// The exchange knows the user from now on, by the name there is now.
    private func tell(_ entry: UserEntry, _ backend: APIBackend) async throws {
        try await backend.onLoop { gateway in
            if gateway.directory.users[entry.name] != nil {
                gateway.directory.setDisplayName(entry.displayName, of: entry.name)
            } else {
                try gateway.directory.add(entry, from: .api)
            }
        }
    }

    // MARK: - Notices

    /// Apple, where it signed a notice for us; nil where it did not, or its keys cannot be had.
    func sender(ofNotice text: String, _ backend: APIBackend) async -> APIAsker? {
        do throws(AppleError) { return .apple(subject: try await notice(in: text, backend).subject) } catch {
            return nil
        }
    }

    private func notice(in text: String, _ backend: APIBackend) async throws(AppleError) -> AppleNotice {
        let token = try await verified(text)
        return try Self.attempt { () throws(AppleTokenFault) in
            try AppleNotice(token.claims, clients: clients, now: backend.calendarNow / 1_000_000)
        }
    }

    /// Follows a notice; one that came before changes nothing.
    func follow(notice text: String, _ backend: APIBackend) async throws {
        let notice = try await notice(in: text, backend)
        guard try await !backend.accounts.hasSeen(notice: notice.id) else { return }
        if let identity = try await backend.accounts.appleIdentity(subject: notice.subject.revealed) {
            try await follow(notice.kind, of: identity, backend)
        }
        // Last: what a crash interrupts is done again when Apple asks again.
        try await backend.accounts.remember(notice: notice.id, at: backend.calendarNow)
    }

    private func follow(_ kind: AppleNotice.Kind?, of identity: AppleIdentity, _ backend: APIBackend) async throws {
        let subject = identity.subject.revealed
        switch kind {
        case .emailEnabled: try await backend.accounts.setEmailEnabled(true, subject: subject)
        case .emailDisabled: try await backend.accounts.setEmailEnabled(false, subject: subject)
        case .consentRevoked:
            try await backend.accounts.forgetAppleToken(subject: subject)
            let scope = RevocationScope.user(identity.user, sparing: nil)
            _ = try await AccountDesk(backend: backend).revoke(scope, because: .consentRevoked)
        case .accountDeleted:
            try await backend.accounts.forgetAppleToken(subject: subject)
            _ = try await UserOperations.delete(identity.user, backend)
        case nil: break
        }
        try await AccountDesk(backend: backend).note(
            kind?.rawValue ?? "unknown notice", of: identity.user, by: AuditEntry.apple, isOfUser: false)
    }
}

/// Nonces for signing in with Apple. Each says itself until when it is good, signed together with the installation it was
/// issued to, so that issuing one costs no row, however many are asked for.
///
/// 8 bytes of the end in microseconds since 1970, 16 of chance, 16 of HMAC-SHA-256; as base64url. That each is good once
/// is for the store of those that were spent.
package struct SignInNonces: Sendable {
    /// How long a nonce is good, in microseconds: the person reads a sheet and looks at the phone.
    package static let lifeTime: Int64 = 600_000_000

    private static let endBytes = 8
    private static let chanceBytes = 16
    private static let codeBytes = 16

    private let key: SymmetricKey

    /// Purpose of the key, which is derived from the sealing key.
    static let purpose = "carillon sign-in nonces"

    /// - Parameter key: 32 bytes that are known here alone.
    package init(key: [UInt8]) { self.key = SymmetricKey(data: key) }

    /// - Parameter now: microseconds since 1970.
    package func issue(for installation: String, at now: Int64) -> Redacted<String> {
        let end = UInt64(bitPattern: now + Self.lifeTime)
        let said =
            (0..<Self.endBytes).reversed().map { UInt8(truncatingIfNeeded: end >> (UInt64($0) * 8)) }
            + TokenMint.random(Self.chanceBytes)
        return Redacted(TokenMint.text(of: said + code(of: said, for: installation)))
    }

    /// The nonce as it is to be spent; nil when it was not issued here to that installation, is over, or is not the one
    /// whose digest Apple signed.
    ///
    /// - Parameters:
    ///   - digest: SHA-256 of the nonce in hexadecimal, as Apple's token has it.
    ///   - now: microseconds since 1970.
    package func spendable(
        _ nonce: String, for installation: String, signedAs digest: String, at now: Int64
    ) -> SpentNonce? {
        guard let bytes = Self.bytes(of: nonce) else { return nil }
        let said = Array(bytes.dropLast(Self.codeBytes))
        guard ConstantTime.equal(Array(bytes.suffix(Self.codeBytes)), code(of: said, for: installation)) else {
            return nil
        }
        let end = said.prefix(Self.endBytes).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let expiresAt = Int64(bitPattern: end)
        let known = TokenMint.digest(of: nonce)
        // One from before the clock was set back would be good for longer than any.
        guard now < expiresAt, expiresAt <= now + Self.lifeTime, Hexadecimal.bytes(of: digest[...]) == known else {
            return nil
        }
        return SpentNonce(digest: known, expiresAt: expiresAt)
    }

    private static func bytes(of nonce: String) -> [UInt8]? {
        let text = nonce.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: text + padding) else { return nil }
        // Another text of the same bytes would be another nonce.
        let bytes = [UInt8](data)
        return bytes.count == endBytes + chanceBytes + codeBytes && TokenMint.text(of: bytes) == nonce ? bytes : nil
    }

    private func code(of said: [UInt8], for installation: String) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: said + Array(installation.utf8), using: key).prefix(Self.codeBytes))
    }
}
