import ExchangeServer
import NIOHTTP1
import Redaction
import Testing
import WireJSON

/// A user's messages over the API.
@Suite(.timeLimit(.minutes(5))) struct VoicemailTests {
    private static func leave(_ session: String, for mailbox: String, at server: ExchangeServer) async {
        await server.keep(
            VoicemailMessage(
                mailbox: mailbox, session: session, callerName: "Alice A.", callerNumber: "1001",
                length: .milliseconds(2_500), sound: Array("RIFF of \(session)".utf8)))
    }

    private static let first = "01900000-0000-7000-8000-000000000001"
    private static let second = "01900000-0000-7000-8000-000000000002"

    @Test func `a user reads, hears and deletes messages`() async throws {
        try await TestExchange.run { server in
            await Self.leave(Self.first, for: "bob", at: server)
            await Self.leave(Self.second, for: "bob", at: server)
            let bob = try await AccountClient.logIn(server, as: "bob")
            let list = try await bob.ask(.GET, "/api/voicemail").object
            #expect(list["unheard"] == 2)
            let messages = list["messages"]?.array ?? []
            #expect(Set(messages.map { $0.object?["call_session_id"]?.string }) == [Self.first, Self.second])
            let id = try #require(messages.first?.object?["id"]?.string)
            #expect(try await bob.ask(.POST, "/api/voicemail/\(id)/heard").status == 204)
            #expect(try await bob.ask(.GET, "/api/voicemail").object["unheard"] == 1)
            #expect(try await bob.ask(.GET, "/api/voicemail/\(id)/sound").text.hasPrefix("RIFF of 01900000"))
            #expect(try await bob.ask(.DELETE, "/api/voicemail/\(id)").status == 204)
            #expect(try await bob.ask(.DELETE, "/api/voicemail/\(id)").status == 404)
            #expect(try await bob.ask(.GET, "/api/voicemail").object["messages"]?.array?.count == 1)
        }
    }

    @Test func `a message that is left is announced to its user, once`() async throws {
        try await BroadcastScene.run { scene in
            let (phone, socket) = try await scene.connect()
            try await scene.listen(phone, socket, to: "private-user.bob")
            await Self.leave(Self.first, for: "bob", at: scene.server)
            await Self.leave(Self.first, for: "bob", at: scene.server)
            await Self.leave(Self.second, for: "bob", at: scene.server)
            for session in [Self.first, Self.second] {
                let told = try await phone.event("voicemail_left")
                #expect(told["call_session_id"]?.string == session && told["sound"] == "ready")
                #expect(told["milliseconds"] == 2_500 && told["caller_number"] == nil)
            }
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `H1: a message for a user who was deleted meanwhile is the exchange's, with an alarm, once`() async throws {
        let lines = LogLines()
        try await TestExchange.run(writingTo: lines) { server in
            let made = try await Self.ask(
                server, .POST, "/api/users", #"{"name":"carol","password":"carol-secret-word"}"#)
            #expect(made.status == 201)
            #expect(try await Self.ask(server, .DELETE, "/api/users/carol").status == 204)
            for _ in 1...2 { await Self.leave(Self.first, for: "carol", at: server) }
            #expect(
                lines.all.count {
                    $0.contains("warning call \(Self.first): the exchange keeps a message whose user no longer exists")
                } == 1)
            let page = try await Self.ask(server, .GET, "/metrics").text
            #expect(page.contains("\ncarillon_ring_alarms_total 1\n"))
            #expect(try await Self.unassigned(server)["messages"]?.array?.count == 1)
        }
    }

    private static func ask(
        _ server: ExchangeServer, _ method: HTTPMethod, _ path: String, _ body: String? = nil
    ) async throws -> TestHTTP.Reply {
        try await TestHTTP.ask(
            server, method, path, authorization: TestHTTP.bearer(TestExchange.token), body: body)
    }

    private static func unassigned(_ server: ExchangeServer) async throws -> JSONObject {
        let reply = try await ask(server, .GET, "/api/unassigned-messages")
        #expect(reply.status == 200)
        return reply.object
    }

    @Test func `H1: what the exchange keeps itself is heard by holders of an API token, and by no user`() async throws {
        try await TestExchange.run { server in
            await Self.leave(Self.first, for: "carol", at: server)
            let message = try #require(try await Self.unassigned(server)["messages"]?.array?.first?.object)
            #expect(message["call_session_id"]?.string == Self.first && message["sound"] == "ready")
            let path = "/api/unassigned-messages/\(try #require(message["id"]?.string))"
            #expect(try await Self.ask(server, .GET, path + "/sound").text == "RIFF of \(Self.first)")
            #expect(try await Self.ask(server, .POST, path + "/heard").status == 204)
            #expect(try await Self.unassigned(server)["unheard"] == 0)
            let bob = try await AccountClient.logIn(server, as: "bob")
            for (method, end) in [(HTTPMethod.GET, "/sound"), (.POST, "/heard"), (.DELETE, "")] {
                #expect(try await bob.ask(method, path + end).status == 403)
            }
            #expect(try await bob.ask(.GET, "/api/unassigned-messages").status == 403)
            #expect(try await Self.ask(server, .DELETE, path).status == 204)
            #expect(try await Self.ask(server, .GET, path + "/sound").status == 404)
            let audit = try await Self.ask(server, .GET, "/api/audit").object["entries"]?.array ?? []
            #expect(
                audit.compactMap { $0.object?["action"]?.string }.filter { $0.lowercased().contains("unassigned") } == [
                    "deleteUnassignedMessage", "markUnassignedMessageHeard", "unassigned message played",
                ])
        }
    }

    /// A megabyte, for which there is no room. Gives up as an exchange that stops does.
    private static func leaveInVain(at server: ExchangeServer, _ lines: LogLines) async {
        let message = VoicemailMessage(
            mailbox: "bob", session: first, callerName: nil, callerNumber: nil, length: .seconds(60),
            sound: [UInt8](repeating: 0, count: 1_000_000))
        let keeping = Task { await server.keep(message) }
        await lines.line { $0.contains("call \(first): a message that was left cannot be stored now") }
        keeping.cancel()
        await keeping.value
    }

    @Test(.timeLimit(.minutes(5)))
    func `H1: a message that cannot be stored is an alarm that names the call`() async throws {
        let lines = LogLines()
        try await TestExchange.run(writingTo: lines) { server in
            try server.fillStore(true)
            await Self.leaveInVain(at: server, lines)
            #expect(
                lines.all.contains {
                    $0.contains("error call \(Self.first): a message that was left") && $0.contains("lost")
                })
            let page = try await Self.ask(server, .GET, "/metrics").text
            #expect(page.contains("\ncarillon_ring_alarms_total 1\n"))
            try server.fillStore(false)
        }
    }

    @Test func `another's message looks as if it were not there`() async throws {
        try await TestExchange.run { server in
            await Self.leave(Self.first, for: "bob", at: server)
            let bob = try await AccountClient.logIn(server, as: "bob")
            let messages = try await bob.ask(.GET, "/api/voicemail").object["messages"]?.array
            let id = try #require(messages?.first?.object?["id"]?.string)
            let alice = try await AccountClient.logIn(server, as: "alice")
            #expect(try await alice.ask(.GET, "/api/voicemail").object["messages"] == [])
            let foreign = try await alice.ask(.GET, "/api/voicemail/\(id)/sound")
            let missing = try await alice.ask(.GET, "/api/voicemail/nothing/sound")
            #expect(foreign.status == 404 && foreign.text == missing.text)
            #expect(try await alice.ask(.DELETE, "/api/voicemail/\(id)").status == 404)
            #expect(try await alice.ask(.POST, "/api/voicemail/\(id)/heard").status == 404)
        }
    }

    @Test func `with voicemail no user may have the name of the attendant`() async throws {
        var configuration = ExchangeConfiguration()
        configuration.voicemail = VoicemailSettings()
        configuration.users = [UserEntry(name: "voicemail", password: PasswordHash(password: "secret"))]
        await #expect(throws: ExchangeServerError.self) { _ = try await ExchangeServer.start(configuration) }
    }
}
