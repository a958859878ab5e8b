import ExchangeServer
import NIOCore
import NIOHTTP1
import Testing
import WireJSON

/// A proxy in front of the exchange, which is on this machine as the tests are.
@Suite(.timeLimit(.minutes(5))) struct TrustedProxyTests {
    private static func behindProxy(_ configuration: inout ExchangeConfiguration) {
        let isAddress = configuration.trustedProxies.add("127.0.0.1")
        #expect(isAddress)
        configuration.limits.failedLoginsPerMinute = 2
    }

    private func forwarded(_ client: String) -> [(String, String)] { [("X-Forwarded-For", client)] }

    private func status(
        _ server: ExchangeServer, _ password: String, for client: String
    ) async throws -> Int {
        try await TestHTTP.ask(
            server, .GET, "/api/voip/ice-servers", authorization: TestHTTP.basic("alice", password),
            headers: forwarded(client)
        ).status
    }

    /// Other end, lines of the header, client.
    private static let hops: [(String, [String], String)] = [
        ("203.0.113.1", [], "203.0.113.1"),
        ("203.0.113.1", ["192.0.2.1"], "203.0.113.1"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["192.0.2.1"], "192.0.2.1"),
        ("10.0.0.1", ["198.51.100.7, 192.0.2.1"], "192.0.2.1"),
        ("10.0.0.1", ["198.51.100.7, 192.0.2.1, 10.9.9.9"], "192.0.2.1"),
        ("10.0.0.1", ["198.51.100.7", "192.0.2.1", "10.9.9.9"], "192.0.2.1"),
        ("10.0.0.1", ["10.2.2.2, 10.9.9.9"], "10.2.2.2"),
        ("10.0.0.1", ["192.0.2.1, unknown"], "10.0.0.1"),
        ("10.0.0.1", [""], "10.0.0.1"),
        ("10.0.0.1", ["192.0.2.1:4711"], "192.0.2.1"),
        ("10.0.0.1", ["[2001:db8::1]:4711"], "2001:db8::1"),
        ("::ffff:10.0.0.1", ["2001:db8::1"], "2001:db8::1"),
        ("2001:db8:5::9", ["192.0.2.1"], "192.0.2.1"),
        ("2001:db8:6::9", ["192.0.2.1"], "2001:db8:6::9"),
    ]

    @Test(arguments: hops)
    func `the client is the last address that is no trusted proxy's`(
        peer: String, forwarded: [String], client: String
    ) throws {
        var proxies = TrustedProxies()
        for network in ["10.0.0.0/8", "2001:db8:5::/48"] {
            let isNetwork = proxies.add(network)
            #expect(isNetwork)
        }
        let peer = try SocketAddress(ipAddress: peer, port: 1)
        #expect(proxies.client(of: peer, forwardedFor: forwarded).ipAddress == client)
    }

    @Test(arguments: ["", "proxy.example", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "10.0.0.0/", "2001:db8::/129"])
    func `a text that is neither address nor network is refused`(text: String) throws {
        let error = try #require(throws: ExchangeServerError.self) {
            try ConfigurationFile.parse("trusted-proxies: [127.0.0.1, '\(text)']", file: "test.yaml")
        }
        #expect(error.description.contains("line 1: trusted-proxies must list addresses"))
    }

    @Test func `a guesser behind a trusted proxy keeps no other client out`() async throws {
        try await TestExchange.run(Self.behindProxy) { server in
            // What the guesser writes into the header itself counts for nothing.
            for number in 1...2 {
                #expect(try await status(server, "guess", for: "203.0.113.\(number), 192.0.2.1") == 401)
            }
            let guesser = try await status(server, "alice-secret", for: "203.0.113.9, 192.0.2.1")
            let other = try await status(server, "alice-secret", for: "192.0.2.2")
            #expect(guesser == 429 && other == 200)
        }
    }

    @Test func `to whom no proxy is known the header says nothing`() async throws {
        try await TestExchange.run({ $0.limits.failedLoginsPerMinute = 2 }) { server in
            for number in 1...2 { #expect(try await status(server, "guess", for: "192.0.2.\(number)") == 401) }
            let other = try await status(server, "alice-secret", for: "192.0.2.3")
            #expect(other == 429)
        }
    }

    @Test func `a guesser on a socket behind a trusted proxy keeps no other client out`() async throws {
        try await TestExchange.run(Self.behindProxy) { server in
            func logIn(_ password: String, from client: String) async throws -> String? {
                let phone = try await TestClient.connect(to: server, headers: forwarded(client))
                phone.request(1, "login", ["login": "alice", "passwd": .string(password), "sessid": .string(client)])
                let answer = try await phone.message()
                return answer["error"]?.object?["message"]?.string
            }
            for _ in 1...2 { #expect(try await logIn("guess", from: "192.0.2.1") == "Authentication Failure") }
            let guesser = try await logIn("alice-secret", from: "192.0.2.1")
            let other = try await logIn("alice-secret", from: "192.0.2.2")
            #expect(guesser == "Service Unavailable" && other == nil)
        }
    }

    @Test func `sockets through a trusted proxy count for the client they serve`() async throws {
        try await TestExchange.run {
            Self.behindProxy(&$0)
            $0.limits.connectionsOfAddress = 1
            $0.limits.connectionsOfLoopback = 1
        } _: { server in
            let first = try await TestClient.connect(to: server, headers: forwarded("192.0.2.1"))
            await #expect(throws: (any Error).self) {
                _ = try await TestClient.connect(to: server, headers: forwarded("192.0.2.1"))
            }
            let second = try await TestClient.connect(to: server, headers: forwarded("192.0.2.2"))
            for phone in [first, second] {
                phone.request(1, "echo", ["still": "here"])
                _ = try await phone.message()
            }
        }
    }

    @Test func `metrics are not shown through a trusted proxy without a token`() async throws {
        try await TestExchange.run(Self.behindProxy) { server in
            let refused = try await TestHTTP.ask(server, "/metrics")
            let token = TestHTTP.bearer(TestExchange.token)
            let shown = try await TestHTTP.ask(server, "/metrics", authorization: token)
            #expect(refused.status == 401 && shown.status == 200)
        }
        try await TestExchange.run { server in
            let shown = try await TestHTTP.ask(server, "/metrics")
            #expect(shown.status == 200)
        }
    }
}
