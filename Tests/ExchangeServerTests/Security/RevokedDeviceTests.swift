import Broadcast
import ExchangeServer
import GRDB
import NIOHTTP1
import Testing
import WireJSON

/// What a device has left once it was revoked, whatever revoked it: nothing.
@Suite(.timeLimit(.minutes(5))) struct RevokedDeviceTests {
    /// alice's phone with all a device can have: a session, a credential, two sockets and a listener; and what tells her
    /// other device.
    private struct Stolen {
        let scene: BroadcastScene
        let app: AccountClient
        let login: String
        let password: String
        /// Logged in with the access token, and with the credential.
        let sockets: [TestClient]
        let listener: TestClient

        /// Waits until all of them are closed; then nothing gets in anew.
        func expectNothingLeft() async throws {
            for socket in sockets { #expect(try await socket.end() == 1000) }
            #expect(try await listener.message()["event"] == "device_revoked")
            #expect(try await listener.end() == 4203)
            #expect(try await app.ask(.GET, "/api/devices").status == 401)
            #expect(try await app.refreshing(app.refresh).status == 401)
            try await expectRefused(["login": .string(login), "passwd": .string(password)])
            try await expectRefused(["login_token": .string(app.access)])
            let (_, socket) = try await scene.connect()
            let wish: JSONObject = ["socket_id": .string("\(socket)"), "channel_name": "private-user.alice"]
            let asked = try await BroadcastScene.askAuth(scene.server, wish, TestHTTP.bearer(app.access))
            #expect(asked.status == 401)
            try await expectNoRing()
        }

        private func expectRefused(_ proof: JSONObject) async throws {
            let client = try await TestClient.connect(to: scene.server)
            var params = proof
            params["sessid"] = "again"
            params["User-Agent"] = "test-1.0"
            client.request("login", "login", params)
            #expect(try await client.failure(of: "login").message == "Login Incorrect")
        }

        /// bob's call finds no device of alice's.
        private func expectNoRing() async throws {
            let bob = try await TestClient.connect(to: scene.server)
            try await bob.logIn(.telnyx, as: "bob", password: "bob-secret", session: "bob")
            _ = try await bob.dial("alice", callID: "c", .telnyx)
            let end = try await bob.next("telnyx_rtc.bye")
            #expect(end["params"]?.object?["cause"] == "USER_NOT_REGISTERED", "\(end.jsonText)")
        }
    }

    private func run(_ body: (_ phone: Stolen, _ server: ExchangeServer) async throws -> Void) async throws {
        try await BroadcastScene.run { scene in
            let app = try await AccountClient.logIn(scene.server, as: "alice")
            let issued = try await app.ask(.POST, "/api/voip/credentials", "{}").object
            let login = try #require(issued["sip_username"]?.string)
            let password = try #require(issued["sip_password"]?.string)
            let byToken = try await logIn(scene, ["login_token": .string(app.access), "sessid": "token"])
            let byCredential = try await logIn(
                scene, ["login": .string(login), "passwd": .string(password), "sessid": "credential"])
            let (listener, socket) = try await scene.connect()
            try await join(listener, socket, app, scene)
            let phone = Stolen(
                scene: scene, app: app, login: login, password: password, sockets: [byToken, byCredential],
                listener: listener)
            try await body(phone, scene.server)
        }
    }

    private func logIn(_ scene: BroadcastScene, _ params: JSONObject) async throws -> TestClient {
        let client = try await TestClient.connect(to: scene.server)
        var params = params
        params["User-Agent"] = "test-1.0"
        client.request("login", "login", params)
        _ = try await client.result(of: "login")
        _ = try await client.told("telnyx_rtc.clientReady")
        return client
    }

    private func join(
        _ client: TestClient, _ socket: SocketID, _ app: AccountClient, _ scene: BroadcastScene
    ) async throws {
        let wish: JSONObject = ["socket_id": .string("\(socket)"), "channel_name": "private-user.alice"]
        var data = try await BroadcastScene.askAuth(scene.server, wish, TestHTTP.bearer(app.access)).object
        data["channel"] = "private-user.alice"
        client.send(["event": "pusher:subscribe", "data": .object(data)])
        _ = try await client.event("pusher_internal:subscription_succeeded")
    }

    @Test func `H2: a refresh token used again leaves neither the thief nor the device anything, and is told`()
        async throws
    {
        try await run { phone, server in
            let other = try await AccountClient.logIn(server, as: "alice", installation: "installation-other")
            // The thief's pair is in use, so the owner's old token shows that there are two.
            let thief = try AccountClient(server, try await phone.app.refreshing(phone.app.refresh).object)
            #expect(try await thief.ask(.GET, "/api/devices").status == 200)
            #expect(try await phone.app.refreshing(phone.app.refresh).status == 401)
            #expect(try await thief.ask(.GET, "/api/devices").status == 401)
            #expect(try await thief.refreshing(thief.refresh).status == 401)
            try await phone.expectNothingLeft()
            let audit = try await other.ask(.GET, "/api/account/audit").object["entries"]?.array
            let told = audit?.compactMap(\.object).filter { $0["action"] == "refresh token reused" }
            #expect(told?.map { $0["subject"]?.string } == [phone.app.device])
        }
    }

    @Test func `M4: a removed device's listener, sockets and credentials go with it`() async throws {
        try await run { phone, server in
            let other = try await AccountClient.logIn(server, as: "alice", installation: "installation-other")
            #expect(try await other.ask(.DELETE, "/api/devices/\(phone.app.device)").status == 204)
            try await phone.expectNothingLeft()
            #expect(try await other.ask(.GET, "/api/devices").status == 200, "the other one stays")
        }
    }

    @Test func `M4: signing in anew on a phone ends what its former session had issued and opened`() async throws {
        try await run { phone, server in
            let anew = try await AccountClient.logIn(server, as: "alice")
            #expect(anew.device == phone.app.device)
            for socket in phone.sockets { #expect(try await socket.end() == 1000) }
            #expect(try await phone.listener.end() == 4203)
            #expect(try await phone.app.ask(.GET, "/api/devices").status == 401)
            let client = try await TestClient.connect(to: server)
            client.request(
                "login", "login",
                ["login": .string(phone.login), "passwd": .string(phone.password), "User-Agent": "test-1.0"])
            #expect(try await client.failure(of: "login").message == "Login Incorrect")
        }
    }

    @Test func `credentials asked for at one moment are each later than the one before, and are all let in`()
        async throws
    {
        try await TestExchange.run { server in
            let app = try await AccountClient.logIn(server, as: "alice")
            let issued = try await withThrowingTaskGroup(of: JSONObject.self) { group in
                for _ in 1...4 { group.addTask { try await app.ask(.POST, "/api/voip/credentials", "{}").object } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let listed = try await app.ask(.GET, "/api/voip/credentials").object["credentials"]?.array ?? []
            let logins = Set(listed.compactMap { $0.object?["sip_username"]?.string })
            #expect(logins == Set(issued.compactMap { $0["sip_username"]?.string }))
            #expect(Set(issued.compactMap { $0["version"]?.integer }).count == 4)
            for object in issued {
                let client = try await TestClient.connect(to: server)
                try await client.logIn(
                    .telnyx, as: object["sip_username"]?.string ?? "",
                    password: object["sip_password"]?.string ?? "", session: object["sip_username"]?.string ?? "")
            }
        }
    }

    @Test func `M4: a withdrawn credential takes its device out of what rings at once`() async throws {
        try await TestExchange.run { server in
            let app = try await AccountClient.logIn(server, as: "alice")
            let issued = try await app.ask(.POST, "/api/voip/credentials", "{}").object
            let login = try #require(issued["sip_username"]?.string)
            let phone = try await TestClient.connect(to: server)
            try await phone.logIn(
                .telnyx, as: login, password: issued["sip_password"]?.string ?? "", session: "phone")
            #expect(try await app.ask(.DELETE, "/api/voip/credentials/\(login)").status == 204)
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(.telnyx, as: "bob", password: "bob-secret", session: "bob")
            _ = try await bob.dial("alice", callID: "c", .telnyx)
            let end = try await bob.next("telnyx_rtc.bye")
            #expect(end["params"]?.object?["cause"] == "USER_NOT_REGISTERED", "\(end.jsonText)")
        }
    }

    @Test func `M6: a device beyond the cap takes the place of the least recently used, which has nothing left`()
        async throws
    {
        try await run { phone, server in
            for number in 1...AccountCapsShown.devices {
                _ = try await AccountClient.logIn(server, as: "alice", installation: "installation-\(number)")
            }
            try await phone.expectNothingLeft()
        }
    }

    /// As `Documentation/Server.md` tells it.
    private enum AccountCapsShown {
        static let devices = 32
        static let ownedOrganizations = 16
    }

    @Test func `M6: an organisation beyond the cap is refused, with the figures`() async throws {
        try await TestExchange.run { server in
            let alice = try await AccountClient.logIn(server, as: "alice")
            for number in 1...AccountCapsShown.ownedOrganizations {
                let made = try await alice.ask(.POST, "/api/organizations", #"{"name":"O\#(number)"}"#)
                #expect(made.status == 201)
            }
            let refused = try await alice.ask(.POST, "/api/organizations", #"{"name":"One more"}"#)
            #expect(refused.status == 409)
            #expect(refused.object["detail"]?.string?.contains("16 organizations") == true)
        }
    }

    @Test func `a revocation from before a crash is settled at the start`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        var device = ""
        try await TestExchange.run({ $0.databasePath = folder.path }) { server in
            device = try await AccountClient.logIn(server, as: "alice").device
        }
        let (id, database) = (device, try DatabaseQueue(path: folder.path))
        try await database.write { database in
            try database.execute(sql: "DELETE FROM account_device WHERE id = ?", arguments: [id])
            try database.execute(
                sql: "INSERT INTO device_revocation VALUES (?, 'alice', 'deviceRemoved', 1)", arguments: [id])
            try database.execute(sql: "INSERT INTO membership_end VALUES ('acme', 'alice', 1)")
        }
        try database.close()
        try await TestExchange.run({ $0.databasePath = folder.path }) { _ in }
        let left = try await DatabaseQueue(path: folder.path).read { database in
            try ["device_revocation", "membership_end"].map { table in
                try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)")
            }
        }
        #expect(left == [0, 0])
    }
}
