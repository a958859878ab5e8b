import ExchangeServer
import NIOHTTP1
import Testing
import WireJSON

@Suite(.timeLimit(.minutes(5))) struct LoginTests {
    @Test(arguments: TestDialect.allCases)
    func `a wrong password is refused and the next try may be right`(_ dialect: TestDialect) async throws {
        try await TestExchange.run { server in
            let phone = try await TestClient.connect(to: server)
            for (login, password) in [("alice", "wrong"), ("stranger", "alice-secret"), ("", "")] {
                var params: JSONObject = ["login": .string(login), "passwd": .string(password), "sessid": "s"]
                if dialect == .telnyx { params["User-Agent"] = "test" }
                phone.request(1, "login", params)
                let failure = try await phone.failure(of: 1)
                #expect(failure.code == -32001)
                #expect(failure.message == (dialect == .telnyx ? "Login Incorrect" : "Authentication Failure"))
            }
            try await phone.logIn(dialect, as: "alice", password: "alice-secret", session: "s")
        }
    }

    @Test func `the classic client begins with empty logins and is told to authenticate`() async throws {
        try await TestExchange.run { server in
            let phone = try await TestClient.connect(to: server)
            phone.request(2, "login", ["sessid": "s"])
            phone.request(1, "login", ["sessid": "s"])
            #expect(try await phone.failure(of: 2).code == -32000)
            #expect(try await phone.failure(of: 1).code == -32000)
            phone.request(3, "login", ["sessid": "s", "login": "alice", "passwd": "alice-secret"])
            #expect(try await phone.result(of: 3) == ["message": "logged in", "sessid": "s"])
            let ready = try await phone.told("verto.clientReady")
            #expect(ready["reattached_sessions"] == [])
        }
    }

    @Test func `F1: a client that comes back with the session's public name in its address is in its session`()
        async throws
    {
        try await TestExchange.run { server in
            var names: Set<String> = []
            for query in ["", "?voice_sdk_id=anything%2D1", "?voice_sdk_id=a&skip_last_voice_sdk_id=true&%zz"] {
                let phone = try await TestClient.connect(to: server, path: "/\(query)")
                phone.request(
                    "l", "login",
                    [
                        "login": "alice", "passwd": "alice-secret", "sessid": "s", "User-Agent": "test",
                        "reconnection": true,
                    ])
                let result = try await phone.message()
                #expect(result["result"]?.object?["sessid"] == "s")
                names.insert(try #require(result["voice_sdk_id"]?.string))
                let ready = try await phone.next("telnyx_rtc.clientReady")
                names.insert(try #require(ready["voice_sdk_id"]?.string))
                phone.request("g", "telnyx_rtc.gatewayState", [:])
                names.insert(try #require(try await phone.message()["voice_sdk_id"]?.string))
                await phone.close()
            }
            #expect(names.count == 1)
        }
    }

    @Test func `F6: a client of Telnyx' that says nothing of itself is told that it is ready in its dialect`()
        async throws
    {
        try await TestExchange.run { server in
            let phone = try await TestClient.connect(to: server)
            let params: JSONObject = [
                "login": "alice", "passwd": "alice-secret", "userVariables": [:], "loginParams": [:],
            ]
            phone.request("0c9e1a52-93b5-4bd5-9c4d-36d9e5b43d0a", "login", params)
            _ = try await phone.next("telnyx_rtc.clientReady")
        }
    }

    @Test(arguments: ["telnyx", "freeswitch"])
    func `F6: the address may name the dialect`(_ name: String) async throws {
        try await TestExchange.run { server in
            let phone = try await TestClient.connect(to: server, path: "/?x=1&Dialect=\(name)")
            phone.request(
                name == "telnyx" ? 1 : "0c9e1a52-93b5-4bd5-9c4d-36d9e5b43d0a", "login",
                ["login": "alice", "passwd": "alice-secret"])
            _ = try await phone.next((name == "telnyx" ? "telnyx_rtc." : "verto.") + "clientReady")
        }
    }

    @Test func `nothing but a login is heard before it, and credentials in other requests are no login`() async throws {
        try await TestExchange.run { server in
            let phone = try await TestClient.connect(to: server)
            phone.request("p", "verto.ping", ["login": "alice", "passwd": "alice-secret"])
            #expect(try await phone.failure(of: "p").code == -32000)
            phone.request("i", "verto.invite", ["sdp": .string(TestSDP.offer), "dialogParams": ["callID": "c"]])
            #expect(try await phone.failure(of: "i").code == -32000)
        }
    }

    @Test func `an unknown dialect is refused by name`() async throws {
        try await TestExchange.run { server in
            let phone = try await TestClient.connect(to: server)
            phone.request(1, "janus.attach", [:])
            let failure = try await phone.failure(of: 1)
            #expect(failure.code == -32601)
            #expect(failure.message.contains("Unknown dialect"))
        }
    }

    @Test func `ids come back as they came, in batches too`() async throws {
        try await TestExchange.run { server in
            let phone = try await TestClient.connect(to: server)
            try await phone.logIn(.freeSwitch, as: "alice-phone", password: "phone-secret", session: "s")
            phone.request(7, "verto.ping", [:])
            #expect(try await phone.result(of: 7)["message"] == "PONG")
            phone.request("6f-x", "verto.ping", [:])
            #expect(try await phone.result(of: "6f-x")["message"] == "PONG")
            phone.send(
                text: """
                    [{"jsonrpc":"2.0","id":1,"method":"verto.ping","params":{}},{"jsonrpc":"2.0","id":"b","method":"verto.nonsense"}]
                    """)
            guard case .text(let text)? = await phone.stream.next() else { throw TestFailure(description: "no batch") }
            let replies = try #require(try JSONParser.parse(Array(text.utf8)).array?.compactMap(\.object))
            #expect(replies.map { $0["id"] } == [1, "b"])
            #expect(replies.first?["result"]?.object?["message"] == "PONG")
            #expect(replies.last?["error"]?.object?["code"] == -32601)
        }
    }

    @Test func `the same session on a new socket takes over, and the old socket is punted`() async throws {
        try await TestExchange.run { server in
            let old = try await TestClient.connect(to: server)
            try await old.logIn(.telnyx, as: "alice", password: "alice-secret", session: "s")
            let new = try await TestClient.connect(to: server)
            try await new.logIn(.telnyx, as: "alice", password: "alice-secret", session: "s")
            _ = try await old.told("telnyx_rtc.punt")
            #expect(try await old.end() == 1000)
        }
    }

    @Test func `a session that belongs to someone else is refused`() async throws {
        try await TestExchange.run { server in
            let alice = try await TestClient.connect(to: server)
            try await alice.logIn(.telnyx, as: "alice", password: "alice-secret", session: "s")
            let bob = try await TestClient.connect(to: server)
            bob.request(1, "login", ["login": "bob", "passwd": "bob-secret", "sessid": "s"])
            let failure = try await bob.failure(of: 1)
            #expect(failure.code == -32001)
            #expect(failure.message == "Session in use")
        }
    }

    @Test func `a second login on a live session changes nothing for the same user and is refused for another`()
        async throws
    {
        try await TestExchange.run { server in
            let phone = try await TestClient.connect(to: server)
            try await phone.logIn(.telnyx, as: "alice", password: "alice-secret", session: "s")
            try await phone.logIn(.telnyx, as: "alice", password: "alice-secret", session: "s")
            phone.request(9, "login", ["login": "bob", "passwd": "bob-secret", "sessid": "s"])
            #expect(try await phone.failure(of: 9).message == "Session in use")
            phone.request(10, "telnyx_rtc.gatewayState", [:])
            #expect(try await phone.result(of: 10)["params"]?.object?["state"] == "REGED")
        }
    }

    @Test func `H2: a socket on which another login was refused goes with the login it has`() async throws {
        try await TestExchange.run { server in
            let app = try await AccountClient.logIn(server, as: "alice")
            let issued = try await app.ask(.POST, "/api/voip/credentials", "{}").object
            let login = try #require(issued["sip_username"]?.string)
            let phone = try await TestClient.connect(to: server)
            try await phone.logIn(
                .telnyx, as: login, password: issued["sip_password"]?.string ?? "", session: "s")
            phone.request(9, "login", ["login": "bob", "passwd": "bob-secret", "sessid": "s"])
            #expect(try await phone.failure(of: 9).message == "Session in use")
            #expect(try await app.ask(.DELETE, "/api/voip/credentials/\(login)").status == 204)
            #expect(try await phone.end() == 1000)
        }
    }

    @Test func `who does not log in is sent away`() async throws {
        try await TestExchange.run({ $0.limits.loginWait = .milliseconds(50) }) { server in
            let idle = try await TestClient.connect(to: server)
            #expect(try await idle.end() == 1008)
        }
    }
}
