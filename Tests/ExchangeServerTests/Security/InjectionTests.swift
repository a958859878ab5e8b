import ExchangeServer
import NIOHTTP1
import Testing
import WireJSON

/// SQL, and what else a text may be mistaken for, in every place that takes a text.
@Suite(.timeLimit(.minutes(5))) struct InjectionTests {
    static let payloads = [
        "'; DROP TABLE user; --", "' OR '1'='1", "\" OR \"\"=\"", "x'); DELETE FROM organization; --", "%' OR 1=1 --",
        "*", "?1", ":name", "$1", "\\", "{0}", "../../etc/passwd",
    ]

    /// Percent-encoded to the last character.
    private func encoded(_ text: String) -> String {
        text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test(arguments: payloads)
    func `a text is stored and shown as it is, or refused, and does nothing else`(_ payload: String) async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await TestExchange.run({ $0.databasePath = folder.path }) { server in
            let token = TestHTTP.bearer(TestExchange.token)
            let alice = try await AccountClient.logIn(server, as: "alice")
            _ = try await TestHTTP.ask(
                server, .POST, "/api/organizations", authorization: token,
                body: #"{"id":"acme","name":"Acme","owner":"alice"}"#)
            let quoted = JSONValue.string(payload).jsonText
            let password = JSONValue.string(payload + "-of-carol").jsonText

            let named = try await alice.ask(.PATCH, "/api/organizations/acme", "{\"name\":\(quoted)}")
            #expect(named.object["name"]?.string == payload)
            #expect(try await alice.ask(.GET, "/api/organizations/acme").object["name"]?.string == payload)
            let user = try await TestHTTP.ask(
                server, .POST, "/api/users", authorization: token,
                body: """
                    {"name":"carol","display_name":\(quoted),"numbers":[\(quoted)],"password":\(password)}
                    """)
            #expect(user.status == 201)
            #expect(user.object["display_name"]?.string == payload)
            let session = try await TestHTTP.ask(
                server, .POST, "/api/auth/login",
                body: """
                    {"login":"carol","password":\(password),
                    "device":{"installation":"installation-1","platform":"ios","name":\(quoted)}}
                    """)
            #expect(session.object["device"]?.object?["name"]?.string == payload)

            try await expectRefusals(of: payload, by: alice)
            for login in [payload, "alice"] {
                let body =
                    "{\"login\":\(JSONValue.string(login).jsonText),\"password\":\(quoted),"
                    + #""device":{"installation":"installation-2","platform":"ios","name":"x"}}"#
                #expect(try await TestHTTP.ask(server, .POST, "/api/auth/login", body: body).status == 401)
            }
            #expect(
                try await alice.ask(
                    .POST, "/api/organizations", #"{"name":"x"}"#,
                    headers: [
                        ("Idempotency-Key", payload.replacing(" ", with: "") + "-long-enough")
                    ]
                ).status == 201)

            let users = try await TestHTTP.ask(server, "/api/users", authorization: token).object["users"]?.array
            #expect(users?.count == 3)
            #expect(try await alice.ask(.GET, "/api/organizations").object["organizations"]?.array?.count == 2)
        }
        // And the file is whole.
        try await TestExchange.run({ $0.databasePath = folder.path }) { server in
            let token = TestHTTP.bearer(TestExchange.token)
            let carol = try await TestHTTP.ask(server, "/api/users/carol", authorization: token)
            #expect(carol.object["display_name"]?.string == payload)
        }
    }

    /// Wherever only some characters may be, it is refused or finds nothing.
    private func expectRefusals(of payload: String, by alice: AccountClient) async throws {
        let quoted = JSONValue.string(payload).jsonText
        let places: [(HTTPMethod, String, String?)] = [
            (.GET, "/api/organizations/\(encoded(payload))", nil),
            (.DELETE, "/api/organizations/\(encoded(payload))", nil),
            (.PUT, "/api/organizations/acme/members/\(encoded(payload))", #"{"role":"member"}"#),
            (.DELETE, "/api/organizations/acme/members/\(encoded(payload))", nil),
            (.GET, "/api/recordings/\(encoded(payload))/sound", nil),
            (.DELETE, "/api/devices/\(encoded(payload))", nil),
            (.DELETE, "/api/voip/credentials/\(encoded(payload))", nil),
            (.GET, "/api/voip/call-status/\(encoded(payload))", nil),
            (.POST, "/api/voip/switch-org", "{\"target_organization_id\":\(quoted)}"),
            (.POST, "/api/device-tokens/removal", "{\"token\":\(quoted)}"),
            (.POST, "/api/organizations", "{\"id\":\(quoted),\"name\":\"x\"}"),
        ]
        for (method, path, body) in places {
            let status = try await alice.ask(method, path, body).status
            #expect([403, 404, 409, 422].contains(status), "\(method) \(path) said \(status)")
        }
        for query in [
            "/api/organizations?cursor=", "/api/calls?cursor=", "/api/organizations/acme/members?cursor=",
        ] {
            let status = try await alice.ask(.GET, query + encoded(payload)).status
            #expect([200, 422].contains(status), "\(query) said \(status)")
        }
    }
}
