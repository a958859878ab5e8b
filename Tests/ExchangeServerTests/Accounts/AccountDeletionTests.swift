import ExchangeServer
import ExchangeStorage
import NIOHTTP1
import Standins
import Testing
import WireJSON

/// The end of an account, to the last thing that was the person's. Source: App Store guideline 5.1.1(v).
@Suite(.timeLimit(.minutes(5))) struct AccountDeletionTests {
    /// Whether Apple knows nothing of the person and the app: it asks as for the first time.
    private func isForgotten(_ scene: AppleScene) -> Bool {
        scene.authorize(["sub": "001.ann"])["is_first"] == true
    }

    @Test func `with the account go its sessions, devices, credentials, memberships and calls`() async throws {
        try await AppleScene.run { scene in
            let server = scene.server
            let token = TestHTTP.bearer(TestExchange.token)
            let ann = try await scene.signIn(as: "001.ann", name: "Ann")
            let user = try #require(
                try await TestHTTP.ask(server, "/api/users", authorization: token).object["users"]?.array?
                    .compactMap { $0.object?["name"]?.string }.first { $0.hasPrefix("user-") })
            _ = try await TestHTTP.ask(
                server, .POST, "/api/organizations", authorization: token,
                body: #"{"id":"acme","name":"Acme","owner":"alice"}"#)
            for member in [user, "bob"] {
                #expect(
                    try await TestHTTP.ask(
                        server, .PUT, "/api/organizations/acme/members/\(member)", authorization: token,
                        body: #"{"role":"member"}"#
                    ).status == 200)
            }
            let given = try await ann.ask(.POST, "/api/voip/switch-org", #"{"target_organization_id":"acme"}"#).object
            let (login, password) = (given["sip_username"]?.string ?? "", given["sip_password"]?.string ?? "")
            let phone = try await TestClient.connect(to: server)
            try await phone.logIn(.freeSwitch, as: login, password: password, session: "ann-1")
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(.freeSwitch, as: "bob", password: "bob-secret", session: "bob-1")
            try await Scene.callUp(phone, bob)

            #expect(try await ann.ask(.DELETE, "/api/account").status == 204)
            #expect(isForgotten(scene), "Apple was told before the answer")
            _ = try await bob.told("verto.bye")
            _ = try await phone.end()
            #expect(try await ann.ask(.GET, "/api/devices").status == 401)
            #expect(try await ann.refreshing(ann.refresh).status == 401)
            let again = try await TestClient.connect(to: server)
            again.request(1, "login", ["login": .string(login), "passwd": .string(password), "sessid": "s"])
            #expect(try await again.failure(of: 1).code == -32001)
            let members = try await TestHTTP.ask(
                server, "/api/organizations/acme/members", authorization: token
            ).object["members"]?.array
            #expect(members?.compactMap { $0.object?["user"]?.string } == ["alice", "bob"])
            #expect(try await TestHTTP.ask(server, "/api/users/\(user)", authorization: token).status == 404)

            // The same person later is a new user, with nothing of before.
            let later = try await scene.signIn(as: "001.ann", name: "Ann")
            #expect(later.device != ann.device)
            #expect(try await later.ask(.GET, "/api/organizations").object["organizations"]?.array?.isEmpty == true)
        }
    }

    @Test func `Apple away does not keep an account, and is told when it is back`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await AppleScene.run(databasePath: folder.path) { scene in
            let ann = try await scene.signIn(as: "001.ann", name: "Ann")
            scene.apple.plan(HTTPFault(.refuse(status: 503), count: 3, path: "/auth/revoke"))
            #expect(try await ann.ask(.DELETE, "/api/account").status == 204)
            #expect(try await ann.ask(.GET, "/api/devices").status == 401)
            try await scene.server.until { isForgotten(scene) ? () : nil }
        }
    }

    private static let token = TestHTTP.bearer(TestExchange.token)
    private static let call = "01900000-0000-7000-8000-000000000001"

    private func figure(_ name: String, _ server: ExchangeServer) async throws -> Int? {
        let page = try await TestHTTP.ask(server, "/metrics", authorization: Self.token).text
        return page.split(separator: "\n").first { $0.hasPrefix(name + " ") }.flatMap {
            $0.split(separator: " ").last.flatMap { Int($0) }
        }
    }

    /// Returns when one message has been told of as deleted unheard, in the log and by the figures.
    private func isReported(of call: String, _ server: ExchangeServer, _ lines: LogLines) async throws {
        await lines.line { $0.contains("warning call \(call): a message was deleted unheard") }
        try await server.until {
            try await figure("carillon_messages_deleted_unheard_total", server) == 1 ? () : nil
        }
        #expect(try await figure("carillon_ring_alarms_total", server) == 1)
    }

    @Test(.timeLimit(.minutes(5)))
    func `H1: an account deleted with an unheard message alarms, also after a crash`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        let lines = LogLines()
        try await TestExchange.run({ $0.databasePath = folder.path }, writingTo: lines) { server in
            let made = try await TestHTTP.ask(
                server, .POST, "/api/users", authorization: Self.token,
                body: #"{"name":"carol","password":"carol-secret-word"}"#)
            #expect(made.status == 201)
            await server.keep(
                VoicemailMessage(
                    mailbox: "carol", session: Self.call, callerName: nil, callerNumber: nil, length: .seconds(5),
                    sound: Array("RIFF".utf8)))
            #expect(
                try await TestHTTP.ask(server, .DELETE, "/api/users/carol", authorization: Self.token).status == 204)
            try await isReported(of: Self.call, server, lines)
        }
        let database = try ExchangeServer.database(at: folder.path)
        #expect(try database.unheardEnds(atMost: 9) == [], "it was told of once")
        let message = StoredMessage(
            id: "m", mailbox: "dave", session: "another call", callerName: nil, callerNumber: nil, at: 1,
            milliseconds: 5_000)
        try database.keep(message, sound: [1])
        // An exchange that dies now has deleted the account and told of nothing.
        try await SQLiteAccountStore(database).deleteAccount(of: "dave", at: 9)
        try database.close()
        let later = LogLines()
        try await TestExchange.run({ $0.databasePath = folder.path }, writingTo: later) { server in
            try await isReported(of: "another call", server, later)
        }
    }
}
