import Accounts
import ExchangeServer
import Foundation
import NIOHTTP1
import Redaction
import Standins
import Synchronization
import Testing
import WireJSON

/// An exchange that asks a stand-in for Apple.
struct AppleScene {
    let server: ExchangeServer
    let apple: AppleStandin
    private let nonces = IssuedNonces()

    /// Nonces as they were issued, by the digest that Apple is handed.
    private final class IssuedNonces: Sendable {
        let raw = Mutex<[String: String]>([:])
    }

    static func run(
        databasePath: String? = nil, signUp: SignUpMode = .open, writingTo lines: LogLines? = nil,
        _ change: (inout ExchangeConfiguration) -> Void = { _ in },
        _ body: (AppleScene) async throws -> Void
    ) async throws {
        let apple = try await AppleStandin.start()
        let folder = try Scratch()
        defer { folder.remove() }
        let authorities = folder.path + ".pem"
        try apple.authorityPEM.write(toFile: authorities, atomically: true, encoding: .utf8)
        var settings = AppleSignInConfiguration(
            clients: ["com.example.phone"], team: apple.credential.teamID, keyID: apple.credential.keyID,
            privateKey: apple.credential.privateKeyPEM)
        settings.address = "https://localhost:\(apple.port)"
        settings.authorities = authorities
        settings.revocationPause = .milliseconds(10)
        try await TestExchange.run(
            { configuration in
                configuration.apple = settings
                configuration.signUp = signUp
                configuration.limits.failedLoginsPerMinute = 100
                configuration.databasePath = databasePath
                change(&configuration)
            }, writingTo: lines
        ) { server in try await body(AppleScene(server: server, apple: apple)) }
        await apple.stop()
    }

    /// The nonce's digest, as the app hands it to Apple.
    func nonce(for installation: String = "installation-1") async throws -> String {
        let reply = try await TestHTTP.ask(
            server, .POST, "/api/auth/apple/nonce", body: #"{"installation":"\#(installation)"}"#)
        #expect(reply.status == 201)
        let raw = reply.object["nonce"]?.string ?? ""
        let digest = Self.digest(of: raw)
        nonces.raw.withLock { $0[digest] = raw }
        return digest
    }

    /// A person agrees on a device, which knows the nonce.
    func authorize(_ wishes: JSONObject) -> JSONObject {
        var authorization = apple.control("POST", "authorize", wishes)
        let raw = wishes["nonce"]?.string.flatMap { digest in nonces.raw.withLock { $0[digest] } }
        authorization["nonce"] = .string(raw ?? Self.digest(of: "any"))
        return authorization
    }

    func signIn(
        _ authorization: JSONObject, name: String? = nil, code: String? = nil, installation: String = "installation-1"
    ) async throws -> TestHTTP.Reply {
        var body: JSONObject = [
            "identity_token": authorization["identity_token"] ?? "", "authorization_code": authorization["code"] ?? "",
            "nonce": authorization["nonce"] ?? "",
            "device": ["installation": .string(installation), "platform": "ios", "name": "Phone"],
        ]
        if let code { body["authorization_code"] = .string(code) }
        if let name { body["full_name"] = ["given": .string(name)] }
        return try await TestHTTP.ask(server, .POST, "/api/auth/apple", body: JSONValue.object(body).jsonText)
    }

    /// Agrees and signs in.
    func signIn(as subject: String, name: String? = nil) async throws -> AccountClient {
        let authorization = authorize(["sub": .string(subject), "nonce": .string(try await nonce())])
        let reply = try await signIn(authorization, name: name)
        #expect(reply.status == 200)
        return try AccountClient(server, reply.object)
    }

    func notify(_ type: String, _ subject: String, id: String) async throws -> Int {
        let payload = apple.control(
            "POST", "notify", ["type": .string(type), "sub": .string(subject), "jti": .string(id)])
        let body = JSONValue.object(["payload": payload["payload"] ?? ""]).jsonText
        return try await TestHTTP.ask(server, .POST, "/api/auth/apple/notifications", body: body).status
    }
}
