import Broadcast
import ExchangeServer
import NIOHTTP1
import Redaction
import Testing
import WireJSON

/// H6: a right proof passes, however many guesses come from the same address.
@Suite(.timeLimit(.minutes(5))) struct GuessingTests {
    private static let path = "/api/voip/ice-servers"

    private func status(_ server: ExchangeServer, _ authorization: String) async throws -> Int {
        try await TestHTTP.ask(server, Self.path, authorization: authorization).status
    }

    /// Wrong passwords of one login, and wrong tokens besides.
    private func guess(_ server: ExchangeServer, _ login: String, answered statuses: Int...) async throws {
        for (number, expected) in statuses.enumerated() {
            #expect(try await status(server, TestHTTP.basic(login, "guess-\(number)")) == expected)
        }
        for number in 0..<3 { #expect(try await status(server, TestHTTP.bearer("guess-\(number)")) == 401) }
    }

    private func logIn(_ server: ExchangeServer, _ params: JSONObject) async throws -> JSONValue? {
        let client = try await TestClient.connect(to: server)
        client.request("login", "login", params)
        return try await client.result(of: "login")["message"]
    }

    @Test func `H6: guesses of one login lock out no token, session, credential or other login behind their address`()
        async throws
    {
        try await TestExchange.run({
            $0.limits.failedLoginsPerMinute = 2
            $0.limits.failedLoginsPerMinuteOfAddress = 2
        }) { server in
            let account = try await AccountClient.logIn(server, as: "alice")
            let issued = try await account.ask(.POST, "/api/voip/credentials", "{}").object
            try await guess(server, "carol", answered: 401, 401, 429)
            try await guess(server, "alice-phone", answered: 401, 429)

            #expect(try await status(server, TestHTTP.bearer(TestExchange.token)) == 200)
            #expect(try await status(server, TestHTTP.bearer(account.access)) == 200)
            #expect(try await status(server, TestHTTP.basic("bob", "bob-secret")) == 200)
            #expect(try await status(server, TestHTTP.basic("alice-phone", "phone-secret")) == 200)
            #expect(try await account.refreshing(account.refresh).status == 200)
            _ = try await AccountClient.logIn(server, as: "bob")

            for (login, password) in [
                (JSONValue.string("bob"), JSONValue.string("bob-secret")), ("alice-phone", "phone-secret"),
                (issued["sip_username"] ?? .null, issued["sip_password"] ?? .null),
            ] {
                let params: JSONObject = ["login": login, "passwd": password, "sessid": login]
                #expect(try await logIn(server, params) == "logged in", "\(login)")
            }
        }
    }

    @Test func `H6: an access token logs in over WebSocket and lets into channels beside guesses at its address`()
        async throws
    {
        try await BroadcastScene.run({ $0.limits.failedLoginsPerMinute = 2 }) { scene in
            let account = try await AccountClient.logIn(scene.server, as: "alice")
            try await guess(scene.server, "carol", answered: 401, 401, 429)
            let token: JSONObject = ["login_token": .string(account.access), "sessid": "t"]
            #expect(try await logIn(scene.server, token) == "logged in")
            let (_, socket) = try await scene.connect()
            let answer = try await account.ask(
                .POST, "/broadcasting/auth",
                #"{"socket_id":"\#(socket)","channel_name":"\#(ChannelName.ofUser("alice"))"}"#,
                headers: [("Content-Type", "application/json")])
            #expect(answer.status == 200, "\(answer.text)")
        }
    }

    @Test func `H6: who proved a password at an address is heard there beside guesses of the same login`() async throws
    {
        try await TestExchange.run({ $0.limits.failedLoginsPerMinute = 2 }) { server in
            let before = try await status(server, TestHTTP.basic("alice", "alice-secret"))
            #expect(before == 200)
            for number in 1...5 { #expect(try await status(server, TestHTTP.basic("alice", "guess-\(number)")) == 401) }
            #expect(try await status(server, TestHTTP.basic("alice", "alice-secret")) == 200)
        }
    }

    @Test func `H6: a password that has to be computed is, though guesses of another login wait to be`() async throws {
        let passwords = HeldPasswords()
        let slow = try #require(PasswordHash.chosen("alice-secret"))
        try await TestExchange.run(passwordWork: passwords.work) { configuration in
            configuration.users[0].password = slow
            configuration.limits.failedLoginsPerMinute = 2
        } _: { server in
            passwords.open()
            try await guess(server, "bob", answered: 401, 401, 429)
            #expect(try await status(server, TestHTTP.basic("alice", "alice-secret")) == 200)
        }
    }

    @Test func `H6: a crowd that proves nothing holds back no person at its address who does`() async throws {
        try await TestExchange.run({ $0.limits.apiRequestsPerMinuteOfAddress = 2 }) { server in
            for _ in 1...2 { #expect(try await TestHTTP.ask(server, Self.path).status == 401) }
            let crowded = try await TestHTTP.ask(server, Self.path)
            #expect(crowded.status == 429)
            #expect(try await status(server, TestHTTP.bearer("guess")) == 429)
            #expect(try await status(server, TestHTTP.bearer(TestExchange.token)) == 200)
            #expect(try await status(server, TestHTTP.basic("alice", "alice-secret")) == 200)
        }
    }

    @Test func `H6: guessed Apple tokens and notices hold back no true ones from the same address`() async throws {
        try await AppleScene.run({ $0.limits.apiRequestsPerMinuteOfAddress = 2 }) { scene in
            var statuses: [Int] = []
            for number in 1...3 {
                let wishes: JSONObject = ["nonce": .string(try await scene.nonce()), "forged": true]
                statuses.append(try await scene.signIn(scene.authorize(wishes)).status)
                let body = #"{"payload":"guess-\#(number)"}"#
                let noticed = try await TestHTTP.ask(
                    scene.server, .POST, "/api/auth/apple/notifications", body: body)
                statuses.append(noticed.status)
            }
            #expect(statuses == [401, 401, 429, 429, 429, 429])
            let unread = try await TestHTTP.ask(scene.server, .POST, "/api/auth/apple", body: "{")
            #expect(unread.status == 429, "counts too")
            _ = try await scene.signIn(as: "001.ann")
            let ann = try await scene.signIn(as: "001.ann")
            #expect(try await scene.notify("consent-revoked", "001.ann", id: "n1") == 204)
            #expect(try await ann.ask(.GET, "/api/devices").status != 200, "no session any more")
        }
    }

    @Test func `H6: guessed logins and refresh tokens hold back no right ones from the same address`() async throws {
        func logIn(_ server: ExchangeServer, _ body: String) async throws -> Int {
            try await TestHTTP.ask(server, .POST, "/api/auth/login", body: body).status
        }
        try await TestExchange.run({ $0.limits.apiRequestsPerMinuteOfAddress = 3 }) { server in
            let alice = try await AccountClient.logIn(server, as: "alice")
            let wrong = AccountClient.body("bob", "guess", installation: "installation-1")
            #expect(try await logIn(server, wrong) == 401)
            #expect(try await logIn(server, "{") == 400, "counts too")
            #expect(try await alice.refreshing("guess-1").status == 401)
            #expect(try await alice.refreshing("guess-2").status == 429)
            #expect(try await logIn(server, wrong) == 429)
            #expect(try await logIn(server, "{") == 429)
            #expect(try await alice.refreshing(alice.refresh).status == 200)
            _ = try await AccountClient.logIn(server, as: "bob")
        }
    }
}
