import ExchangeServer
import NIOCore
import Testing
import WireJSON

/// What holds for all connections of one address together.
@Suite(.timeLimit(.minutes(5))) struct AddressLimitTests {
    private func address(_ text: String) throws -> ClientAddress {
        try #require(ClientAddress(try SocketAddress(ipAddress: text, port: 1)))
    }

    @Test func `an IPv4 address counts alone, an IPv6 address with its network`() throws {
        #expect(try address("192.0.2.1") != address("192.0.2.2"))
        #expect(try address("192.0.2.1") == address("::ffff:192.0.2.1"))
        #expect(try address("2001:db8::1") == address("2001:db8::ffff:2"))
        #expect(try address("2001:db8::1") != address("2001:db8:0:1::1"))
        #expect(try address("::1") != address("0.0.0.0"))
    }

    @Test func `connections beyond the limit of their address are answered with 429 and counted`() async throws {
        try await TestExchange.run({ $0.limits.connectionsOfLoopback = 2 }) { server in
            let first = try await TestClient.connect(to: server)
            try await first.logIn(.freeSwitch, as: "alice", password: "alice-secret", session: "a")
            let second = try await TestClient.connect(to: server)
            let refused = try await TestHTTP.ask(server, "/healthz")
            #expect(refused.status == 429)
            #expect(refused.type == "application/problem+json")
            #expect(refused.text.contains("too many connections from this address"))
            await #expect(throws: (any Error).self) { _ = try await TestClient.connect(to: server) }
            first.request(1, "verto.ping", [:])
            #expect(try await first.result(of: 1)["message"] == "PONG")
            try await second.leave()
            let metrics = try await TestHTTP.ask(server, "/metrics").text
            #expect(metrics.contains("\ncarillon_connections_refused_total{limit=\"address\"} 2\n"))
        }
    }

    @Test(arguments: TestDialect.allCases)
    func `after too many wrong passwords of a login from an address none of it is heard, right or wrong`(
        _ dialect: TestDialect
    ) async throws {
        try await TestExchange.run({ $0.limits.failedLoginsPerMinute = 2 }) { server in
            let before = try await TestClient.connect(to: server)
            try await before.logIn(dialect, as: "bob", password: "bob-secret", session: "b")
            let phone = try await TestClient.connect(to: server)
            for (password, message) in [
                ("guess 1", dialect == .telnyx ? "Login Incorrect" : "Authentication Failure"),
                ("guess 2", dialect == .telnyx ? "Login Incorrect" : "Authentication Failure"),
                ("alice-secret", "Service Unavailable"),
            ] {
                var params: JSONObject = ["login": "alice", "passwd": .string(password), "sessid": "s"]
                if dialect == .telnyx { params["User-Agent"] = "test" }
                phone.request(1, "login", params)
                let failure = try await phone.failure(of: 1)
                #expect(failure.code == -32001)
                #expect(failure.message == message)
            }
            before.request(2, "echo", ["still": "here"])
            #expect(try await before.result(of: 2)["still"] == "here")
            let metrics = try await TestHTTP.ask(server, "/metrics").text
            #expect(metrics.contains("\ncarillon_logins_not_heard_total 1\n"))
        }
    }

    @Test func `wrong passwords over HTTP and WebSocket count together`() async throws {
        try await TestExchange.run({ $0.limits.failedLoginsPerMinute = 2 }) { server in
            let path = "/api/voip/ice-servers"
            #expect(try await TestHTTP.ask(server, path).status == 401, "no proof at all is no wrong one")
            let guess = try await TestHTTP.ask(server, path, authorization: TestHTTP.basic("alice", "guess"))
            #expect(guess.status == 401)
            let phone = try await TestClient.connect(to: server)
            phone.request(1, "login", ["login": "sip:alice@example.com", "passwd": "guess", "sessid": "s"])
            #expect(try await phone.failure(of: 1).message == "Authentication Failure")
            let blocked = try await TestHTTP.ask(server, path, authorization: TestHTTP.basic("alice", "alice-secret"))
            #expect(blocked.status == 429)
            #expect(blocked.text.contains("of this login came from this address"))
            #expect(try await TestHTTP.ask(server, "/healthz").status == 200)
        }
    }
}
