import Broadcast
import ExchangeServer
import NIOHTTP1
import Redaction
import RingTime
import Testing
import WireJSON

/// A configuration that changes while the exchange runs.
@Suite(.timeLimit(.minutes(5))) struct ReloadTests {
    /// alice's and bob's configuration, changed.
    private func configuration(
        _ change: (inout ExchangeConfiguration) throws -> Void
    ) throws -> ExchangeConfiguration {
        var configuration = try TestExchange.configuration()
        try change(&configuration)
        return configuration
    }

    private func run(
        writingTo lines: LogLines? = nil, _ body: (ExchangeServer) async throws -> Void
    ) async throws {
        let before = try configuration { _ in }
        try await TestExchange.run({ $0 = before }, writingTo: lines) { try await body($0) }
    }

    private func logIn(_ server: ExchangeServer, _ login: String, _ password: String) async throws -> TestClient {
        let client = try await TestClient.connect(to: server)
        try await client.logIn(.telnyx, as: login, password: password, session: login)
        return client
    }

    private static func carol() -> UserEntry {
        UserEntry(
            name: "carol", numbers: ["1003"], password: PasswordHash(unstored: "carol-secret", of: "carol"))
    }

    @Test func `M5: a call goes on while users, numbers and limits change, and the new ones hold at once`() async throws
    {
        try await run { server in
            let alice = try await logIn(server, "alice", "alice-secret")
            let bob = try await logIn(server, "bob-phone", "phone-secret")
            _ = try await alice.dial("1002", callID: "x", .telnyx)
            let leg = try #require(try await bob.told("telnyx_rtc.invite")["callID"]?.string)
            _ = try await alice.told("telnyx_rtc.ringing")
            bob.answer(leg, .telnyx)
            _ = try await bob.result(of: "answer")
            _ = try await alice.told("telnyx_rtc.answer")
            let changed = try configuration {
                $0.users[1].displayName = "Bob B."
                $0.users.append(Self.carol())
                $0.numbers = [CalledNumber("2000", users: ["carol"])]
                $0.limits.calls = 1
            }
            #expect(await server.reload { changed })
            let carol = try await logIn(server, "carol", "carol-secret")
            // One call is the limit now.
            let refused = await #expect(throws: TestFailure.self) {
                _ = try await carol.dial("1001", callID: "y", .telnyx)
            }
            #expect(refused?.description.contains("LIMIT REACHED: calls") == true)
            alice.bye("x", .telnyx)
            _ = try await alice.result(of: "bye")
            _ = try await bob.told("telnyx_rtc.bye")
            _ = try await bob.dial("2000", callID: "z", .telnyx)
            _ = try await carol.told("telnyx_rtc.invite")
        }
    }

    @Test func `M5: a configuration that cannot be changes nothing, and says why`() async throws {
        let lines = LogLines()
        try await run(writingTo: lines) { server in
            let wrong: [(inout ExchangeConfiguration) -> Void] = [
                { $0.numbers = [CalledNumber("2000", users: ["stranger"])] },
                { $0.users.append(UserEntry(name: "eve", numbers: ["1001"], password: .plain("eves-secret"))) },
                { $0.users[0].name = "dave" },
            ]
            let made = try await TestHTTP.ask(
                server, .POST, "/api/users", authorization: TestHTTP.bearer(TestExchange.token),
                body: #"{"name":"dave","password":"dave-secret"}"#)
            #expect(made.status == 201)
            for change in wrong {
                let changed = try configuration {
                    $0.users.append(Self.carol())
                    $0.apiTokens = []
                    change(&$0)
                }
                #expect(await !server.reload { changed })
            }
            #expect(await !server.reload { throw TestFailure(description: "line 7: the file is none") })
            for told in ["user stranger", "number that another", "user name that another", "line 7"] {
                #expect(lines.all.contains { $0.contains("NOT changed") && $0.contains(told) }, "\(told)")
            }
            let reply = try await TestHTTP.ask(
                server, "/api/users/carol", authorization: TestHTTP.bearer(TestExchange.token))
            #expect(reply.status == 404, "the token still holds, and carol is not there")
            _ = try await logIn(server, "alice", "alice-secret")
        }
    }

    @Test func `only users with another password or device in the file are logged out`() async throws {
        try await run { server in
            let alice = try await logIn(server, "alice", "alice-secret")
            let phone = try await logIn(server, "alice-phone", "phone-secret")
            let desk = try await logIn(server, "bob-desk", "desk-secret")
            let app = try await AccountClient.logIn(server, as: "alice")
            let credential = try await app.ask(.POST, "/api/voip/credentials", "{}").object
            let changed = try configuration {
                $0.users[0].password = PasswordHash(unstored: "another-secret", of: "alice")
                $0.users[1].devices.removeLast()
            }
            #expect(await server.reload { changed })
            _ = try await alice.end()
            _ = try await desk.end()
            phone.request(7, "telnyx_rtc.ping", [:])
            _ = try await phone.result(of: 7)
            _ = try await logIn(server, "alice", "another-secret")
            #expect(try await app.ask(.GET, "/api/devices").status == 401, "opened with the old password")
            #expect(try await app.refreshing(app.refresh).status == 401)
            let client = try await TestClient.connect(to: server)
            var params: JSONObject = ["sessid": "again", "User-Agent": "test-1.0"]
            params["login"] = credential["sip_username"]
            params["passwd"] = credential["sip_password"]
            client.request("login", "login", params)
            #expect(try await client.failure(of: "login").message == "Login Incorrect")
        }
    }

    @Test func `a user the file no longer has is gone with sockets and sessions`() async throws {
        try await run { server in
            let bob = try await AccountClient.logIn(server, as: "bob")
            let phone = try await logIn(server, "bob-phone", "phone-secret")
            let changed = try configuration { $0.users.removeLast() }
            #expect(await server.reload { changed })
            _ = try await phone.end()
            #expect(try await bob.ask(.GET, "/api/devices").status == 401)
            let again = try configuration { _ in }
            #expect(await server.reload { again })
            #expect(try await bob.refreshing(bob.refresh).status == 401, "the session does not come back with the name")
            #expect(try await AccountClient.logIn(server, as: "bob").device != bob.device)
        }
    }

    @Test func `what the file withdraws while nothing can be stored is revoked when something can`() async throws {
        let clock = JumpClock()
        let before = try configuration { _ in }
        try await TestExchange.run(calendarClock: clock, { $0 = before }) { server in
            var apps: [AccountClient] = []
            for name in ["alice", "bob"] { apps.append(try await AccountClient.logIn(server, as: name)) }
            let changed = try configuration { configuration in
                for index in configuration.users.indices {
                    let name = configuration.users[index].name
                    configuration.users[index].password = PasswordHash(unstored: "another-secret", of: name)
                }
            }
            try await server.fillDisk()
            #expect(await server.reload { changed })
            try server.fillStore(false)
            for app in apps {
                try await server.until {
                    clock.advance(by: .seconds(5))
                    return try await app.ask(.GET, "/api/devices").status == 401 ? () : nil
                }
            }
        }
    }

    /// alice's and bob's apps, each with a credential, and an exchange that ran with their files.
    private func signIn(
        _ server: ExchangeServer
    ) async throws -> [(app: AccountClient, login: String, password: String)] {
        var apps: [(AccountClient, String, String)] = []
        for name in ["alice", "bob"] {
            let app = try await AccountClient.logIn(server, as: name)
            let issued = try await app.ask(.POST, "/api/voip/credentials", "{}").object
            apps.append((app, issued["sip_username"]?.string ?? "", issued["sip_password"]?.string ?? ""))
        }
        return apps
    }

    @Test func `H2: a password of the file that changed while the exchange was stopped revokes the sessions it opened`()
        async throws
    {
        let folder = try Scratch()
        defer { folder.remove() }
        let before = try configuration { $0.databasePath = folder.path }
        let apps = try await TestExchange.run({ $0 = before }) { try await signIn($0) }
        let changed = try configuration {
            $0.databasePath = folder.path
            $0.users[0].password = PasswordHash(unstored: "another-secret", of: "alice")
        }
        try await TestExchange.run({ $0 = changed }) { server in
            var (alice, bob) = (apps[0], apps[1])
            (alice.app.server, bob.app.server) = (server, server)
            #expect(try await alice.app.ask(.GET, "/api/devices").status == 401)
            #expect(try await alice.app.refreshing(alice.app.refresh).status == 401)
            let client = try await TestClient.connect(to: server)
            client.request(
                "login", "login",
                [
                    "login": .string(alice.login), "passwd": .string(alice.password), "sessid": "again",
                    "User-Agent": "test-1.0",
                ])
            #expect(try await client.failure(of: "login").message == "Login Incorrect")
            let again = try await TestHTTP.ask(
                server, "/api/account/audit", authorization: TestHTTP.basic("alice", "another-secret"))
            let actions = again.object["entries"]?.array?.compactMap { $0.object?["action"]?.string }
            #expect(actions?.contains("password changed") == true, "\(again.text)")
            #expect(try await bob.app.ask(.GET, "/api/devices").status == 200, "his password is the same")
            _ = try await logIn(server, bob.login, bob.password)
        }
        try await TestExchange.run({ $0 = changed }) { server async throws in
            var bob = apps[1]
            bob.app.server = server
            #expect(try await bob.app.ask(.GET, "/api/devices").status == 200)
        }
    }

    @Test func `H2: what the file withdrew while nothing could be stored is revoked by the next start`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        let before = try configuration { $0.databasePath = folder.path }
        let changed = try configuration {
            $0.databasePath = folder.path
            $0.users.removeLast()
            $0.users[0].devices.removeLast()
        }
        let apps = try await TestExchange.run(calendarClock: JumpClock(isStanding: true), { $0 = before }) { server in
            let apps = try await signIn(server)
            try await server.fillDisk()
            #expect(await server.reload { changed })
            #expect(try await apps[0].app.ask(.GET, "/api/devices").status == 200, "it could not be stored")
            try server.fillStore(false)
            return apps
        }
        try await TestExchange.run({ $0 = changed }) { server async throws in
            var alice = apps[0].app
            alice.server = server
            #expect(try await alice.refreshing(alice.refresh).status == 401)
        }
        try await TestExchange.run({ $0 = before }) { server async throws in
            var bob = apps[1].app
            bob.server = server
            #expect(try await bob.refreshing(bob.refresh).status == 401, "the session does not come back with the name")
        }
    }

    @Test func `listeners whom the file lets in no longer hear nothing more`() async throws {
        let before = try configuration { configuration in
            configuration.users[0].organizations = ["north"]
            configuration.broadcastApps = [BroadcastScene.app]
        }
        let after = try configuration { configuration in
            configuration.users[0].organizations = []
            configuration.broadcastApps = [BroadcastScene.app]
            configuration.apiTokens = [try APIToken(name: "new", token: "fedcba9876543210")]
        }
        try await TestExchange.run({ $0 = before }) { server in
            let scene = BroadcastScene(server: server)
            let member = TestHTTP.basic("alice", "alice-secret")
            let holder = TestHTTP.bearer(TestExchange.token)
            let gone = [
                try await listen(scene, ChannelName.ofMembers(of: "north"), by: member),
                try await listen(scene, "private-user.bob", by: holder),
            ]
            let stays = try await listen(scene, "private-user.bob", by: TestHTTP.basic("bob", "bob-secret"))
            #expect(await server.reload { after })
            for listener in gone { #expect(try await listener.end() == 4203) }
            stays.send(["event": "pusher:ping"])
            _ = try await stays.event("pusher:pong")
        }
    }

    @Test func `M5: as many listeners as the file allows now are let in, beside those that listen`() async throws {
        func allowing(_ count: Int) throws -> ExchangeConfiguration {
            try configuration {
                $0.broadcastApps = [BroadcastScene.app]
                $0.limits.connections = count
            }
        }
        let before = try allowing(1)
        try await TestExchange.run({ $0 = before }) { server in
            let scene = BroadcastScene(server: server)
            let (first, _) = try await scene.connect()
            let more = try allowing(2)
            #expect(await server.reload { more })
            let (second, _) = try await scene.connect()
            let fewer = try allowing(1)
            #expect(await server.reload { fewer })
            for listener in [first, second] {
                listener.send(["event": "pusher:ping"])
                _ = try await listener.event("pusher:pong")
            }
        }
    }

    private func listen(_ scene: BroadcastScene, _ channel: String, by proof: String) async throws -> TestClient {
        let (client, socket) = try await scene.connect()
        let wish: JSONObject = ["socket_id": .string("\(socket)"), "channel_name": .string(channel)]
        let answer = try await BroadcastScene.askAuth(scene.server, wish, proof)
        #expect(answer.status == 200, "\(channel)")
        var data = answer.object
        data["channel"] = .string(channel)
        client.send(["event": "pusher:subscribe", "data": .object(data)])
        _ = try await client.event("pusher_internal:subscription_succeeded")
        return client
    }

    @Test func `a user the file moves calls as of the new organisation, on the socket that was open`() async throws {
        let before = try configuration { configuration in
            for index in configuration.users.indices { configuration.users[index].organizations = ["north"] }
        }
        let after = try configuration { configuration in
            for index in configuration.users.indices { configuration.users[index].organizations = ["south"] }
        }
        try await TestExchange.run({ $0 = before }) { server in
            let phone = try await logIn(server, "alice", "alice-secret")
            func organizations() async throws -> [JSONValue?] {
                let calls = try await TestHTTP.ask(
                    server, "/api/calls", authorization: TestHTTP.basic("alice", "alice-secret")
                ).object["calls"]?.array
                return calls?.map { $0.object?["organization_id"] } ?? []
            }
            _ = try await phone.dial("1002", callID: "x", .telnyx)
            _ = try await phone.told("telnyx_rtc.bye")
            #expect(await server.reload { after })
            _ = try await phone.dial("1002", callID: "y", .telnyx)
            _ = try await phone.told("telnyx_rtc.bye")
            #expect(try await organizations() == ["south", "north"])
        }
    }

    @Test func `API tokens are exchanged`() async throws {
        try await run { server in
            let changed = try configuration { $0.apiTokens = [try APIToken(name: "new", token: "fedcba9876543210")] }
            #expect(await server.reload { changed })
            let old = try await TestHTTP.ask(server, "/api/users", authorization: TestHTTP.bearer(TestExchange.token))
            let new = try await TestHTTP.ask(server, "/api/users", authorization: TestHTTP.bearer("fedcba9876543210"))
            #expect(old.status == 401 && new.status == 200)
        }
    }

    @Test func `what counts from the next start alone is named`() async throws {
        let lines = LogLines()
        func file(_ level: String, _ more: String) throws -> ExchangeConfiguration {
            try ConfigurationFile.parse(
                "listen: {port: 0}\nlog-level: \(level)\nlog-format: json\n\(more)", file: "test.yaml")
        }
        let before = try file("info", "cors-origins: []")
        try await TestExchange.run({ $0 = before }, writingTo: lines) { server in
            #expect(await server.reload { try file("debug", "cors-origins: [\"https://a.example\"]\nvoicemail: {}") })
            #expect(
                lines.all.contains { $0.contains("at the next start also what changed of cors-origins, voicemail") })
        }
    }
}
