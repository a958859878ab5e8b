import Broadcast
import ExchangeServer
import GRDB
import NIOHTTP1
import RingTime
import Testing
import WireJSON

/// Revocations that are stored and cannot be settled: the database takes the first and refuses the second.
@Suite(.timeLimit(.minutes(5))) struct UnsettledRevocationTests {
    /// Runs an exchange whose database refuses to settle revocations after `refuse` was called.
    private func run(
        clock: JumpClock = JumpClock(), writingTo lines: LogLines? = nil,
        _ body: (_ scene: BroadcastScene, _ refuse: () async throws -> Void) async throws -> Void
    ) async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await TestExchange.run(
            calendarClock: clock,
            {
                $0.databasePath = folder.path
                $0.broadcastApps = [BroadcastScene.app]
            }, writingTo: lines
        ) { server in
            try await body(BroadcastScene(server: server)) {
                try await DatabaseQueue(path: folder.path).write { database in
                    for table in ["device_revocation", "membership_end"] {
                        try database.execute(
                            sql: """
                                CREATE TRIGGER keep_\(table) BEFORE DELETE ON \(table)
                                BEGIN SELECT RAISE(ABORT, 'not now'); END
                                """)
                    }
                }
            }
        }
    }

    @Test func `a user whose deletion cannot be settled is deleted all the same, and lets nothing in`() async throws {
        try await run { scene, refuse in
            let (server, token) = (scene.server, TestHTTP.bearer(TestExchange.token))
            let made = try await TestHTTP.ask(
                server, .POST, "/api/users", authorization: token, body: #"{"name":"carol","password":"carol-secret"}"#)
            #expect(made.status == 201)
            let app = try await AccountClient.logIn(server, as: "carol")
            let phone = try await TestClient.connect(to: server)
            try await phone.logIn(.freeSwitch, as: "carol", password: "carol-secret", session: "carol-1")
            try await refuse()
            #expect(try await TestHTTP.ask(server, .DELETE, "/api/users/carol", authorization: token).status == 204)
            _ = try await phone.end()
            #expect(try await app.ask(.GET, "/api/devices").status == 401)
            let again = try await TestClient.connect(to: server)
            again.request(1, "login", ["login": "carol", "passwd": "carol-secret", "sessid": "s"])
            #expect(try await again.failure(of: 1).code == -32001)
            let body = AccountClient.body("carol", "carol-secret", installation: "another-phone")
            #expect(try await TestHTTP.ask(server, .POST, "/api/auth/login", body: body).status == 401)
        }
    }

    @Test func `what cannot be settled of one user is no failure of another's request`() async throws {
        try await run { scene, refuse in
            let alice = try await AccountClient.logIn(scene.server, as: "alice")
            let bob = try await AccountClient.logIn(scene.server, as: "bob")
            let lost = try await AccountClient.logIn(scene.server, as: "bob", installation: "bobs-second-phone")
            try await refuse()
            #expect(try await alice.ask(.DELETE, "/api/devices/\(alice.device)").status == 204)
            #expect(try await bob.ask(.DELETE, "/api/devices/\(lost.device)").status == 204)
            #expect(try await lost.ask(.GET, "/api/devices").status == 401)
        }
    }

    @Test func `while a revocation is not settled the user's other devices listen on`() async throws {
        let (clock, lines) = (JumpClock(), LogLines())
        try await run(clock: clock, writingTo: lines) { scene, refuse in
            let other = try await AccountClient.logIn(scene.server, as: "alice", installation: "installation-other")
            let lost = try await AccountClient.logIn(scene.server, as: "alice")
            try await refuse()
            #expect(try await other.ask(.DELETE, "/api/devices/\(lost.device)").status == 204)
            let (listener, socket) = try await scene.connect()
            let wish: JSONObject = ["socket_id": .string("\(socket)"), "channel_name": "private-user.alice"]
            var data = try await BroadcastScene.askAuth(scene.server, wish, TestHTTP.bearer(other.access)).object
            data["channel"] = "private-user.alice"
            listener.send(["event": "pusher:subscribe", "data": .object(data)])
            _ = try await listener.event("pusher_internal:subscription_succeeded")
            let failures = { lines.all.filter { $0.contains("not enforced everywhere") }.count }
            for _ in 1...3 {
                let before = failures()
                clock.advance(by: RevocationRetry.failureWait)
                await lines.line { _ in failures() > before }
            }
            listener.send(["event": "pusher:ping"])
            _ = try await listener.event("pusher:pong")
        }
    }

    @Test func `a revocation that was refused is settled by the exchange that runs, once it can be`() async throws {
        try await settlesOnce(
            hinderedBy: """
                CREATE TRIGGER refused BEFORE DELETE ON device_revocation
                BEGIN SELECT RAISE(ABORT, 'not now'); END
                """, freedBy: "DROP TRIGGER refused")
    }

    @Test func `H2: a revocation is settled only once all that is to know of it was told`() async throws {
        // What devices of the user calls can reach cannot be read.
        try await settlesOnce(
            hinderedBy: "ALTER TABLE push_key RENAME TO elsewhere", freedBy: "ALTER TABLE elsewhere RENAME TO push_key")
    }

    private func settlesOnce(hinderedBy hindrance: String, freedBy cure: String) async throws {
        let (folder, clock, lines) = (try Scratch(), JumpClock(), LogLines())
        defer { folder.remove() }
        func rows() async throws -> Int? {
            try await DatabaseQueue(path: folder.path).read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM device_revocation")
            }
        }
        try await TestExchange.run(calendarClock: clock, { $0.databasePath = folder.path }, writingTo: lines) {
            server in
            let other = try await AccountClient.logIn(server, as: "alice", installation: "installation-other")
            let lost = try await AccountClient.logIn(server, as: "alice")
            let database = try DatabaseQueue(path: folder.path)
            try await database.write { try $0.execute(sql: hindrance) }
            #expect(try await other.ask(.DELETE, "/api/devices/\(lost.device)").status == 204)
            await lines.line { $0.contains("a revocation is not enforced everywhere") }
            #expect(try await rows() == 1)
            try await database.write { try $0.execute(sql: cure) }
            clock.advance(by: RevocationRetry.failureWait)
            try await server.until { try await rows() == 0 ? () : nil }
        }
    }

    @Test func `a member who is back before the end of the membership is settled keeps its rights`() async throws {
        let (clock, lines) = (JumpClock(isStanding: true), LogLines())
        try await run(clock: clock, writingTo: lines) { scene, refuse in
            let (server, token) = (scene.server, TestHTTP.bearer(TestExchange.token))
            let member = "/api/organizations/acme/members/alice"
            func join() async throws -> Int {
                try await TestHTTP.ask(server, .PUT, member, authorization: token, body: #"{"role":"member"}"#).status
            }
            let failures = { lines.all.filter { $0.contains("not enforced everywhere") }.count }
            let made = try await TestHTTP.ask(
                server, .POST, "/api/organizations", authorization: token,
                body: #"{"id":"acme","name":"Acme","owner":"bob"}"#)
            #expect(made.status == 201)
            #expect(try await join() == 200)
            let alice = try await AccountClient.logIn(server, as: "alice")
            try await refuse()
            #expect(try await TestHTTP.ask(server, .DELETE, member, authorization: token).status == 204)
            // From now on it is tried again when the clock says so.
            await lines.line { _ in failures() == 1 }
            #expect(try await join() == 200)
            let issued = try await alice.ask(.POST, "/api/voip/credentials", #"{"organization_id":"acme"}"#).object
            let phone = try await TestClient.connect(to: server)
            try await phone.logIn(
                .telnyx, as: issued["sip_username"]?.string ?? "", password: issued["sip_password"]?.string ?? "",
                session: "phone")
            clock.advance(by: RevocationRetry.failureWait)
            await lines.line { _ in failures() == 2 }
            phone.request(7, "telnyx_rtc.ping", [:])
            _ = try await phone.result(of: 7)
        }
    }
}
