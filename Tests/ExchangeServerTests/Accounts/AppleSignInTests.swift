import ExchangeServer
import GRDB
import NIOHTTP1
import Standins
import Testing
import WireJSON

@Suite(.timeLimit(.minutes(5))) struct AppleSignInTests {
    @Test func `the first sign-in makes the account, the next finds it, and its name stays`() async throws {
        try await AppleScene.run { scene in
            let first = try await scene.signIn(as: "001.ann", name: "Ann")
            let second = try await scene.signIn(as: "001.ann")
            #expect(first.device == second.device)
            let users = try await TestHTTP.ask(
                scene.server, "/api/users", authorization: TestHTTP.bearer(TestExchange.token)
            ).object
            let names = users["users"]?.array?.compactMap { $0.object?["display_name"]?.string }
            #expect(names?.filter { $0 == "Ann" }.count == 1)
        }
    }

    @Test func `a nonce counts once, for its installation, and must be ours`() async throws {
        try await AppleScene.run { scene in
            let nonce = try await scene.nonce()
            let good = scene.authorize(["nonce": .string(nonce)])
            #expect(try await scene.signIn(good).status == 200)
            #expect(try await scene.signIn(scene.authorize(["nonce": .string(nonce)])).status == 401, "replayed")
            let other = try await scene.nonce(for: "installation-2")
            #expect(try await scene.signIn(scene.authorize(["nonce": .string(other)])).status == 401)
            let made = scene.authorize(["nonce": .string(AppleScene.digest(of: "mine"))])
            #expect(try await scene.signIn(made).object["detail"]?.string?.contains("wrongNonce") == true)
            #expect(try await scene.signIn(scene.authorize([:])).object["detail"]?.string?.contains("noNonce") == true)
        }
    }

    @Test func `M3: a nonce that is issued costs no row, and a spent one is one until it is over`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await AppleScene.run(databasePath: folder.path) { scene in
            func rows() throws -> Int {
                try DatabaseQueue(path: folder.path).read { database in
                    let tables = try String.fetchAll(
                        database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE '%nonce%'")
                    #expect(!tables.isEmpty)
                    return try tables.reduce(0) { count, table in
                        count + (try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0)
                    }
                }
            }
            for _ in 1...20 { _ = try await scene.nonce() }
            #expect(try rows() == 0, "nothing is written for those who ask")
            let refused = scene.authorize(["nonce": .string(try await scene.nonce())])
            #expect(try await scene.signIn(refused, installation: "installation-2").status == 401)
            #expect(try rows() == 0, "no sign-in was proven")
            _ = try await scene.signIn(as: "001.ann")
            #expect(try rows() == 1)
        }
    }

    @Test func `M3: a nonce is good after a restart, and no better for a second sign-in`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        var issued: JSONObject = [:]
        try await AppleScene.run(databasePath: folder.path) { scene in
            issued = try await TestHTTP.ask(
                scene.server, .POST, "/api/auth/apple/nonce", body: #"{"installation":"installation-1"}"#
            ).object
        }
        let nonce = try #require(issued["nonce"]?.string)
        try await AppleScene.run(databasePath: folder.path) { scene in
            for expected in [200, 401] {
                var authorization = scene.authorize(["nonce": .string(AppleScene.digest(of: nonce))])
                authorization["nonce"] = .string(nonce)
                let reply = try await scene.signIn(authorization)
                #expect(reply.status == expected)
            }
        }
    }

    @Test func `a token that is not Apple's, for us and now is not believed`() async throws {
        try await AppleScene.run { scene in
            func detail(_ wishes: JSONObject) async throws -> String {
                var wishes = wishes
                wishes["nonce"] = .string(try await scene.nonce())
                let reply = try await scene.signIn(scene.authorize(wishes))
                #expect(reply.status == 401)
                return reply.object["detail"]?.string ?? ""
            }
            #expect(try await detail(["claims": ["aud": "com.evil"]]).contains("wrongAudience"))
            #expect(try await detail(["claims": ["iss": "https://evil"]]).contains("wrongIssuer"))
            #expect(try await detail(["claims": ["exp": 1_000]]).contains("expired"))
            #expect(try await detail(["claims": ["iat": 9_999_999_999]]).contains("notYetIssued"))
            #expect(try await detail(["claims": ["c_hash": "AAAA"]]).contains("wrongCode"))
            let forged = try await detail(["forged": true])
            #expect(forged.contains("unknownKey") || forged.contains("badSignature"))
        }
    }

    @Test func `a code counts once`() async throws {
        try await AppleScene.run { scene in
            let claims: JSONObject = ["c_hash": .null]
            let first = scene.authorize(["nonce": .string(try await scene.nonce()), "claims": .object(claims)])
            let code = first["code"]?.string ?? ""
            #expect(try await scene.signIn(first).status == 200)
            let second = scene.authorize(["nonce": .string(try await scene.nonce()), "claims": .object(claims)])
            let replayed = try await scene.signIn(second, code: code)
            #expect(replayed.status == 401)
            #expect(replayed.object["detail"]?.string?.contains("code") == true)
        }
    }

    @Test func `Apple's keys are fetched once for many, and again when it signs with a new one`() async throws {
        try await AppleScene.run { scene in
            for person in 1...3 { _ = try await scene.signIn(as: "001.p\(person)") }
            #expect(scene.apple.control("GET", "counts")["/auth/keys"] == 1)
            for _ in 1...5 {
                let forged = scene.authorize(["nonce": .string(try await scene.nonce()), "forged": true])
                #expect(try await scene.signIn(forged).status == 401)
            }
            #expect(scene.apple.control("GET", "counts")["/auth/keys"] == 1, "not within a minute")
        }
    }

    @Test func `consent withdrawn ends sessions and credentials, once`() async throws {
        try await AppleScene.run { scene in
            let ann = try await scene.signIn(as: "001.ann", name: "Ann")
            #expect(try await ann.ask(.POST, "/api/voip/credentials", "{}").status == 201)
            #expect(try await scene.notify("consent-revoked", "001.ann", id: "n1") == 204)
            #expect(try await ann.ask(.GET, "/api/devices").status == 401)
            let again = try await scene.signIn(as: "001.ann")
            #expect(try await scene.notify("consent-revoked", "001.ann", id: "n1") == 204, "the same notice again")
            #expect(try await again.ask(.GET, "/api/devices").status == 200)
        }
    }

    @Test func `a deleted account is gone at once, and its token revoked at Apple`() async throws {
        try await AppleScene.run { scene in
            let ann = try await scene.signIn(as: "001.ann", name: "Ann")
            #expect(try await ann.ask(.DELETE, "/api/account").status == 204)
            #expect(try await ann.ask(.GET, "/api/devices").status == 401)
            #expect(scene.authorize(["sub": "001.ann"])["is_first"] == true, "Apple has forgotten the person")
            _ = try await scene.signIn(as: "001.ann", name: "Ann again")
        }
    }

    @Test func `without Apple in the configuration it is said so`() async throws {
        try await TestExchange.run { server in
            let reply = try await TestHTTP.ask(
                server, .POST, "/api/auth/apple/nonce", body: #"{"installation":"installation-1"}"#)
            #expect(reply.status == 404)
        }
    }
}
