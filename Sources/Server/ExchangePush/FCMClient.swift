internal import AsyncHTTPClient
internal import JWTKit
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import PushDelivery
internal import Redaction
internal import WireJSON

/// Makes the two requests to Google: for an access token, and for a message.
struct FCMClient: Sendable {
    /// The most bytes of an answer of the token endpoint; tokens have about 1,000.
    static let grantByteCountMax = 16_384
    /// How long an assertion is valid in seconds; Google allows an hour, and it is used at once.
    static let assertionLife = 600
    static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    static let scope = "https://www.googleapis.com/auth/firebase.messaging"

    private struct Claims: JWTPayload {
        var iss: String
        var scope: String
        var aud: String
        var iat: Int
        var exp: Int

        /// Never called: the claims are only signed here.
        func verify(using algorithm: some JWTAlgorithm) {}
    }

    private let account: FCMAccount
    private let http: HTTPClient
    private let key: Insecure.RSA.PrivateKey
    private let keys = JWTKeyCollection()

    init(_ account: FCMAccount, on group: any EventLoopGroup) throws(PushSenderError) {
        self.account = account
        do {
            key = try Insecure.RSA.PrivateKey(pem: account.privateKeyPEM.revealed)
        } catch {
            throw PushSenderError(.key, "the key of project \(account.projectID) is no RSA key in PEM")
        }
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.timeout = .init(connect: .seconds(5), read: .seconds(10))
        configuration.decompression = .disabled
        do {
            let endpoint = ServiceEndpoint(host: "", port: 0, trustedPEM: account.trustedPEM)
            configuration.tlsConfiguration = try ClientTLS.configuration(endpoint, protocols: [])
        } catch {
            throw PushSenderError(.certificate, "the certificates for project \(account.projectID) are no PEM")
        }
        http = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
    }

    func shutDown() async {
        try? await http.shutdown()
    }

    /// Source: RFC 7523 §2.1; Google, "Using OAuth 2.0 for Server to Server Applications" (documented).
    ///
    /// - Throws: ``GrantRefusal``, or an error of the connection.
    func fetchToken(at second: Int) async throws -> AccessToken {
        let keyID = JWKIdentifier(string: account.privateKeyID)
        await keys.add(rsa: key, digestAlgorithm: .sha256, kid: keyID)
        let claims = Claims(
            iss: account.clientEmail, scope: Self.scope, aud: account.tokenURL, iat: second,
            exp: second + Self.assertionLife)
        let assertion = try await keys.sign(claims, kid: keyID)
        var request = HTTPClientRequest(url: account.tokenURL)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
        let grantType = Self.grantType.replacing(":", with: "%3A")
        request.body = .bytes(ByteBuffer(string: "grant_type=\(grantType)&assertion=\(assertion)"))
        let response = try await http.execute(request, timeout: .seconds(10))
        let body = try await response.body.collect(upTo: Self.grantByteCountMax)
        guard response.status == .ok else { throw GrantRefusal(status: Int(response.status.code)) }
        let object = try JSONParser.parse(Array(body.readableBytesView)).object
        guard let text = object?["access_token"]?.string, let seconds = object?["expires_in"]?.integer else {
            throw GrantRefusal(status: 0)
        }
        return AccessToken(text: Redacted(text), life: .seconds(min(max(seconds, 0), 1 << 30)))
    }

    /// Sends one message.
    ///
    /// - Throws: an error of the connection.
    func send(_ message: FCMMessage, token: Redacted<String>) async throws -> FCMResponse {
        var request = HTTPClientRequest(url: "\(account.serviceURL)/v1/projects/\(message.project)/messages:send")
        request.method = .POST
        request.headers.add(name: "authorization", value: "Bearer " + token.revealed)
        request.headers.add(name: "content-type", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: message.body))
        let response = try await http.execute(request, timeout: .seconds(12))
        let status = Int(response.status.code)
        // An accepted message stays accepted even if the rest of the answer is lost.
        let body = try? await response.body.collect(upTo: FCMResponse.bodyByteCountMax)
        return FCMResponse(
            status: status, body: body.map { Array($0.readableBytesView) } ?? [],
            retryAfter: response.headers.first(name: "retry-after"))
    }

    /// Whether a request that failed with this error certainly did not reach the service.
    static func wasNotSent(_ error: any Error) -> Bool {
        if error is NIOSSLError || error is NIOConnectionError { return true }
        guard let error = error as? HTTPClientError else { return false }
        return error == .connectTimeout || error == .tlsHandshakeTimeout || error == .getConnectionFromPoolTimeout
    }
}

/// An OAuth access token as it was granted.
struct AccessToken: Sendable {
    var text: Redacted<String>
    var life: Duration
}

/// The error that the token endpoint granted no token.
struct GrantRefusal: Error {
    /// The HTTP status; 0: the answer could not be read.
    var status: Int
}
