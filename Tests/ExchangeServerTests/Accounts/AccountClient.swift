import ExchangeServer
import NIOHTTP1
import Testing
import WireJSON

/// An app that signs in over HTTP.
struct AccountClient {
    var server: ExchangeServer
    var access: String
    var refresh: String
    var device: String

    static func body(
        _ login: String, _ password: String, installation: String, name: String = "Phone"
    ) -> String {
        """
        {"login":"\(login)","password":"\(password)",
        "device":{"installation":"\(installation)","platform":"ios","name":"\(name)"}}
        """
    }

    /// Signs in as `alice` or `bob` on a phone.
    static func logIn(
        _ server: ExchangeServer, as user: String, installation: String? = nil
    ) async throws -> AccountClient {
        let body = body(user, "\(user)-secret", installation: installation ?? "installation-of-\(user)")
        let reply = try await TestHTTP.ask(server, .POST, "/api/auth/login", body: body)
        #expect(reply.status == 200)
        return try AccountClient(server, reply.object)
    }

    init(_ server: ExchangeServer, _ session: JSONObject) throws {
        self.server = server
        access = try #require(session["access_token"]?.string)
        refresh = try #require(session["refresh_token"]?.string)
        device = try #require(session["device"]?.object?["id"]?.string)
    }

    func ask(
        _ method: HTTPMethod, _ path: String, _ body: String? = nil, headers: [(String, String)] = []
    ) async throws -> TestHTTP.Reply {
        try await TestHTTP.ask(
            server, method, path, authorization: TestHTTP.bearer(access), body: body, headers: headers)
    }

    func refreshing(_ token: String) async throws -> TestHTTP.Reply {
        try await TestHTTP.ask(server, .POST, "/api/auth/refresh", body: #"{"refresh_token":"\#(token)"}"#)
    }
}
