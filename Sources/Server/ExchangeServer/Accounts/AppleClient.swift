internal import Accounts
internal import AsyncHTTPClient
internal import ExchangeStorage
internal import Foundation
internal import JWTKit
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
internal import Redaction
internal import WireJSON

/// The client of Apple's three addresses. Source: Apple, "Sign in with Apple REST API".
final class AppleClient: Sendable {
    /// Apple's answer to an authorization code.
    struct Grant: Sendable {
        let identityToken: String
        let refreshToken: Redacted<String>?
    }

    /// The timeout of a request: the app's sign-in waits for it, and Apple answers within a second.
    static let patience = TimeAmount.seconds(8)
    static let replyBytesMax = 64 * 1024
    /// The lifetime of a client secret, which is used at once; Apple would allow six months.
    static let secretSeconds = 300

    let configuration: AppleSignInConfiguration
    private let http: HTTPClient
    private let keys: JWTKeyCollection
    private let logger: Logger

    init(_ configuration: AppleSignInConfiguration, on group: any EventLoopGroup, logger: Logger) async throws {
        self.configuration = configuration
        self.logger = logger
        keys = JWTKeyCollection()
        try await keys.add(
            ecdsa: ES256PrivateKey(pem: configuration.privateKey.revealed),
            kid: JWKIdentifier(string: configuration.keyID))
        var tls = TLSConfiguration.makeClientConfiguration()
        if let file = configuration.authorities { tls.trustRoots = .file(file) }
        http = HTTPClient(
            eventLoopGroupProvider: .shared(group),
            configuration: HTTPClient.Configuration(
                tlsConfiguration: tls, redirectConfiguration: .disallow,
                timeout: .init(connect: .seconds(4), read: Self.patience)))
    }

    func close() async { try? await http.shutdown() }

    /// Fetches Apple's current signing keys as JSON Web Keys.
    func signingKeys() async throws(AppleError) -> [JSONObject] {
        let (status, reply) = try await send(HTTPClientRequest(url: configuration.address + "/auth/keys"))
        guard status == 200, let keys = reply?["keys"]?.array?.compactMap(\.object), !keys.isEmpty else {
            throw .unreachable
        }
        return keys
    }

    /// Exchanges an authorization code, which Apple accepts once.
    func exchange(code: String, client: String) async throws(AppleError) -> Grant {
        let form = [("grant_type", "authorization_code"), ("code", code)]
        let (status, reply) = try await post("/auth/token", form, client: client)
        guard status == 200 else { throw refusal(status, reply) }
        guard let token = reply?["id_token"]?.string else { throw .unreachable }
        return Grant(identityToken: token, refreshToken: reply?["refresh_token"]?.string.map { Redacted($0) })
    }

    /// Revokes a refresh token. Apple also accepts unknown tokens.
    func revoke(_ token: String, client: String) async throws(AppleError) {
        let form = [("token", token), ("token_type_hint", "refresh_token")]
        let (status, reply) = try await post("/auth/revoke", form, client: client)
        guard status == 200 else { throw refusal(status, reply) }
    }

    // MARK: - Requests

    private func refusal(_ status: UInt, _ reply: JSONObject?) -> AppleError {
        guard status == 400 || status == 401, let error = reply?["error"]?.string else { return .unreachable }
        if error == "invalid_grant" { return .codeRefused }
        logger.error("Apple refuses us: \(Self.known(error)); check apple in the configuration")
        return .weAreRefused(Self.known(error))
    }

    /// Only error codes of Apple's list reach the log. Source: Apple, "ErrorResponse".
    private static func known(_ error: String) -> String {
        let words = [
            "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type",
            "invalid_scope",
        ]
        return words.contains(error) ? error : "an unknown error"
    }

    private func post(
        _ path: String, _ form: [(String, String)], client: String
    ) async throws(AppleError) -> (UInt, JSONObject?) {
        let secret = try await clientSecret(for: client)
        let fields = [("client_id", client), ("client_secret", secret)] + form
        var request = HTTPClientRequest(url: configuration.address + path)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
        request.body = .bytes(ByteBuffer(string: fields.map { "\($0.0)=\(Self.encode($0.1))" }.joined(separator: "&")))
        return try await send(request)
    }

    private func send(_ request: HTTPClientRequest) async throws(AppleError) -> (UInt, JSONObject?) {
        do {
            let reply = try await http.execute(request, timeout: Self.patience)
            let body = try await reply.body.collect(upTo: Self.replyBytesMax)
            return (reply.status.code, try? JSONParser.parse(Array(body.readableBytesView)).object)
        } catch {
            logger.warning("Apple cannot be reached: \(type(of: error))")
            throw .unreachable
        }
    }

    private func clientSecret(for client: String) async throws(AppleError) -> String {
        let now = Date()
        let claims = AppleClientSecret(
            iss: IssuerClaim(value: configuration.team), sub: SubjectClaim(value: client),
            aud: AudienceClaim(value: AppleClientSecret.audience), iat: IssuedAtClaim(value: now),
            exp: ExpirationClaim(value: now.addingTimeInterval(Double(Self.secretSeconds))))
        do {
            return try await keys.sign(claims, kid: JWKIdentifier(string: configuration.keyID))
        } catch {
            throw .weAreRefused("our own key cannot sign")
        }
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    private static func encode(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}

/// The claims of a client secret, which proves the exchange's identity to Apple. Source: Apple, "Creating a client
/// secret".
struct AppleClientSecret: JWTPayload {
    static let audience = "https://appleid.apple.com"

    let iss: IssuerClaim
    let sub: SubjectClaim
    let aud: AudienceClaim
    let iat: IssuedAtClaim
    let exp: ExpirationClaim

    func verify(using algorithm: some JWTAlgorithm) async throws { try exp.verifyNotExpired() }
}

/// The error of an exchange with Apple. Safe to log.
enum AppleError: Error {
    case token(AppleTokenError)
    /// Apple refused the code: it is spent, too old or belongs to another client.
    case codeRefused
    /// Apple refused us: the configuration is wrong.
    case weAreRefused(String)
    /// Apple cannot be reached, or answered nonsense.
    case unreachable
    /// Apple vouches for the person, but no account may be made here.
    case signUp(SignUpRefusal)
}

/// Revokes the tokens of deleted accounts at Apple, and retries until Apple accepts.
struct AppleRevoker: Sendable {
    /// The time between two runs.
    static let interval = Duration.seconds(30)
    /// The longest pause in microseconds. Pauses are a minute, then two, four and so on: Apple may be unreachable for
    /// long.
    static let pauseMax: Int64 = 86_400_000_000
    /// The attempts within some two weeks; then an operator has to act.
    static let attemptsMax: Int64 = 24
    static let batchMax = 20

    let client: AppleClient
    let accounts: any AccountStore
    let secrets: SecretBox
    let now: @Sendable () -> Int64
    let logger: Logger

    /// Runs until its task is canceled.
    func run() async {
        while !Task.isCancelled {
            await look()
            try? await Task.sleep(for: min(Self.interval, client.configuration.revocationPause))
        }
    }

    func look() async {
        guard let due = try? await accounts.revocations(dueAt: now(), atMost: Self.batchMax) else { return }
        for revocation in due { await settle(revocation) }
    }

    private func settle(_ revocation: AppleRevocation) async {
        guard let bytes = secrets.open(revocation.token) else {
            logger.error("an Apple token of a deleted account cannot be read: the key file was changed")
            return await store(nil, revocation)
        }
        do throws(AppleError) {
            try await client.revoke(String(decoding: bytes, as: UTF8.self), client: revocation.client)
            await store(nil, revocation)
        } catch {
            var next = revocation
            next.attempts += 1
            let first = Int64(client.configuration.revocationPause / .microseconds(1))
            let pause = min(Self.pauseMax, first << min(next.attempts - 1, 11))
            next.nextAt = now() + pause
            if next.attempts >= Self.attemptsMax { logger.error("an Apple token could not be revoked; given up") }
            await store(next.attempts >= Self.attemptsMax ? nil : next, revocation)
        }
    }

    private func store(_ next: AppleRevocation?, _ revocation: AppleRevocation) async {
        do throws(StorageError) {
            try await accounts.settle(revocation: revocation.id, next: next)
        } catch {
            logger.warning("\(error)")
        }
    }
}
