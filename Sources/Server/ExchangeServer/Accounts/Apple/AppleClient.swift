internal import AsyncHTTPClient
internal import Foundation
internal import JWTKit
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
internal import Redaction
internal import WireJSON

/// Apple's three addresses. Source: Apple, "Sign in with Apple REST API".
final class AppleClient: Sendable {
    /// What Apple gave for a code.
    struct Grant: Sendable {
        let identityToken: String
        let refreshToken: Redacted<String>?
    }

    /// The app's sign-in waits for it, and Apple answers within a second.
    static let patience = TimeAmount.seconds(8)
    static let replyBytesMax = 64 * 1024
    /// A client secret is used at once; Apple would allow six months.
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

    /// The keys Apple signs with now, as JSON Web Keys.
    func signingKeys() async throws(AppleError) -> [JSONObject] {
        let (status, reply) = try await send(HTTPClientRequest(url: configuration.address + "/auth/keys"))
        guard status == 200, let keys = reply?["keys"]?.array?.compactMap(\.object), !keys.isEmpty else {
            throw .unreachable
        }
        return keys
    }

    /// Exchanges an authorization code, which Apple takes once.
    func exchange(code: String, client: String) async throws(AppleError) -> Grant {
        let form = [("grant_type", "authorization_code"), ("code", code)]
        let (status, reply) = try await post("/auth/token", form, client: client)
        guard status == 200 else { throw refusal(status, reply) }
        guard let token = reply?["id_token"]?.string else { throw .unreachable }
        return Grant(identityToken: token, refreshToken: reply?["refresh_token"]?.string.map { Redacted($0) })
    }

    /// Revokes a refresh token. Apple says yes to tokens it never knew, too.
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

    /// Only words of Apple's list reach the log. Source: Apple, "ErrorResponse".
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
