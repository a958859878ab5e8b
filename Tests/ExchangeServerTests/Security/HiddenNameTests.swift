import ExchangeCore
import ExchangeServer
import Foundation
import NIOHTTP1
import Testing
import WireJSON

/// Names that look like another's, or like a place: wherever a name comes from.
@Suite(.timeLimit(.minutes(5))) struct HiddenNameTests {
    private static let override = "\u{202E}"
    private static let user = #""password":"a long secret of theirs""#

    private func ask(
        _ server: ExchangeServer, _ method: HTTPMethod, _ path: String, _ body: String
    ) async throws -> TestHTTP.Reply {
        try await TestHTTP.ask(server, method, path, authorization: TestHTTP.bearer(TestExchange.token), body: body)
    }

    @Test(arguments: [
        ("..", "which a path reads as a folder"), (".", "which a path reads as a folder"),
        ("al\u{202E}ice", "U+202E (RIGHT-TO-LEFT OVERRIDE), its character 3"),
        ("alice\u{200F}", "U+200F (RIGHT-TO-LEFT MARK), its character 6"),
        (" alice", "U+0020 (SPACE), its character 1"),
        ("al\\u0007ice", "U+0007"), ("al\u{200B}ice", "U+200B (ZERO WIDTH SPACE)"), ("a/../b", "U+002F (SOLIDUS)"),
    ])
    func `the API makes no user, device or login of such a name, and says what is in the way`(
        _ name: String, _ fault: String
    ) async throws {
        try await TestExchange.run { server in
            let secret = #""password":"made-by-a-machine""#
            let bodies = [
                #"{"name":"\#(name)",\#(Self.user)}"#,
                #"{"name":"carol","devices":[{"name":"\#(name)",\#(secret)}]}"#,
                #"{"name":"carol","devices":[{"name":"desk","login":"\#(name)",\#(secret)}]}"#,
            ]
            for body in bodies {
                let reply = try await ask(server, .POST, "/api/users", body)
                #expect(reply.status == 422 && reply.object["detail"]?.string?.contains(fault) == true, "\(reply.text)")
            }
        }
    }

    @Test(arguments: [
        ("Ali\u{202E}ce", "U+202E (RIGHT-TO-LEFT OVERRIDE), its character 4"),
        (" Alice", "begin or end with white space"),
        ("Alice\u{A0}", "begin or end with white space"), ("Ali\\nce", "U+000A"),
    ])
    func `the API shows no such name, of a new user or an old one`(_ name: String, _ fault: String) async throws {
        try await TestExchange.run { server in
            let refused = try await ask(
                server, .POST, "/api/users", #"{"name":"carol","display_name":"\#(name)",\#(Self.user)}"#)
            #expect(
                refused.status == 422 && refused.object["detail"]?.string?.contains(fault) == true, "\(refused.text)")
            #expect(try await ask(server, .POST, "/api/users", #"{"name":"carol",\#(Self.user)}"#).status == 201)
            let changed = try await ask(server, .PATCH, "/api/users/carol", #"{"display_name":"\#(name)"}"#)
            #expect(changed.status == 422 && changed.object["detail"]?.string?.contains(fault) == true)
            #expect(try await ask(server, .PATCH, "/api/users/carol", #"{"display_name":""}"#).status == 200)
        }
    }

    @Test(arguments: [
        ("name: '..'", "users[0].name must not be . or .., which a path reads as a folder"),
        (#"name: "al\u202Eice""#, "users[0].name must not hold U+202E (RIGHT-TO-LEFT OVERRIDE), its character 3"),
        (#"name: "al ice""#, "users[0].name must not hold U+0020 (SPACE), its character 3"),
        (#"name: alice, display-name: "Ali\u2067ce""#, "users[0].display-name must not hold U+2067"),
        (#"name: alice, display-name: "Alice ""#, "users[0].display-name must not begin or end with white space"),
    ])
    func `the configuration file is refused with such a name, and with its line`(
        _ entry: String, _ fault: String
    ) throws {
        let text = "users:\n  - {\(entry), password: chosen-by-a-person}\n"
        let error = try #require(throws: ExchangeServerError.self) {
            try ConfigurationFile.parse(text, file: "test.yaml")
        }
        #expect(error.description.contains("test.yaml, line 2: \(fault)"), "\(error.description)")
    }

    @Test func `a file that is read again with such a name changes nothing, and the log says why`() async throws {
        let lines = LogLines()
        try await TestExchange.run(writingTo: lines) { server in
            let isRead = await server.reload {
                try ConfigurationFile.parse(
                    "users:\n  - {name: '..', password: chosen-by-a-person}\n", file: "test.yaml")
            }
            #expect(!isRead)
            #expect(lines.all.contains { $0.contains("users[0].name must not be . or ..") })
            let alice = try await TestClient.connect(to: server)
            try await alice.logIn(.telnyx, as: "alice", password: "alice-secret", session: "a")
        }
    }

    @Test func `a caller who claims such a name is shown by the one the exchange knows`() async throws {
        try await TestExchange.run({ $0.calling.showsClaimedNames = true }) { server in
            let alice = try await TestClient.connect(to: server)
            let bob = try await TestClient.connect(to: server)
            try await alice.logIn(.freeSwitch, as: "alice", password: "alice-secret", session: "a")
            try await bob.logIn(.freeSwitch, as: "bob", password: "bob-secret", session: "b")
            for (call, claimed) in [("a", "Bo\(Self.override)b"), ("b", "Bob\r\nB."), ("c", "  ")] {
                alice.request(
                    "dial", "verto.invite",
                    [
                        "sdp": .string(TestSDP.offer),
                        "dialogParams": [
                            "callID": .string(call), "destination_number": "bob", "caller_id_name": .string(claimed),
                        ],
                    ])
                _ = try await alice.result(of: "dial")
                #expect(try await bob.next("verto.invite")["params"]?.object?["caller_id_name"] == "User alice")
            }
        }
    }
}
