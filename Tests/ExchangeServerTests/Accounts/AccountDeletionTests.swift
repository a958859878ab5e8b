import ExchangeServer
import NIOHTTP1
import Standins
import Testing
import WireJSON

/// The end of an account, to the last thing that was the person's. Source: App Store guideline 5.1.1(v).
@Suite struct AccountDeletionTests {
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

            // The same person later is somebody new, with nothing of before.
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
}
