import ExchangeServer
import NIOHTTP1
import Testing

/// Requests made to slip past a proxy, to fill memory, or to hold a place.
@Suite(.timeLimit(.minutes(5))) struct HostileRequestTests {
    private static let post = "POST /api/auth/refresh HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    private static let hidden = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test(arguments: [
        "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
        "Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}",
        "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
        "Content-Length: 2, 2\r\n\r\n{}",
        "Content-Length: +2\r\n\r\n{}",
        "Content-Length: -1\r\n\r\n{}",
        "Content-Length: 0x2\r\n\r\n{}",
        "Content-Length: 99999999999999999999\r\n\r\n{}",
        "Content-Length : 2\r\n\r\n{}",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n2;x=\"\n\"\r\n{}\r\nZZ\r\n\r\n",
        "X-Folded: a\r\n Content-Length: 2\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
    ])
    func `a body whose length is said in two ways is no request, and nothing after it is one`(
        _ rest: String
    ) async throws {
        try await TestExchange.run({ $0.limits.requestWait = .seconds(300) }) { server in
            let reply = try #require(try await RawConnection.answer(to: Self.post + rest + Self.hidden, from: server))
            #expect(!reply.contains("calls_lost_by_restart"), "the request that was hidden in it")
            #expect(reply.ranges(of: "HTTP/1.1 ").count <= 1, "one answer at most")
            #expect(reply.isEmpty || reply.hasPrefix("HTTP/1.1 400 "))
        }
    }

    @Test func `a head that is too large is refused and the connection closed`() async throws {
        try await TestExchange.run({ $0.limits.requestWait = .seconds(300) }) { server in
            let long = "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: " + String(repeating: "a", count: 64 * 1024)
            let many = "GET /healthz HTTP/1.1\r\nHost: x\r\n" + (0..<200).map { "X-\($0): a\r\n" }.joined() + "\r\n"
            let address = "GET /" + String(repeating: "a", count: 128 * 1024) + " HTTP/1.1\r\nHost: x\r\n\r\n"
            for request in [long, many, address] {
                let reply = try #require(try await RawConnection.answer(to: request, from: server))
                #expect(!reply.hasPrefix("HTTP/1.1 200"))
            }
            #expect(try await TestHTTP.ask(server, "/healthz").status == 200)
        }
    }

    @Test func `a body that is too large is refused, however its length is said`() async throws {
        try await TestExchange.run({ $0.limits.bodyBytes = 1_024 }) { server in
            let body = #"{"refresh_token":""# + String(repeating: "a", count: 2_000) + #""}"#
            let said = try await TestHTTP.ask(server, .POST, "/api/auth/refresh", body: body)
            #expect(said.status == 413)
            let chunk = String(body.utf8.count, radix: 16) + "\r\n" + body + "\r\n0\r\n\r\n"
            let chunked = Self.post + "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk
            let reply = try #require(try await RawConnection.answer(to: chunked, from: server))
            #expect(reply.hasPrefix("HTTP/1.1 413 "))
            let nested = String(repeating: "[", count: 1_000)
            #expect(try await TestHTTP.ask(server, .POST, "/api/auth/refresh", body: nested).status == 400)
        }
    }

    @Test(arguments: [
        ("GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ", "a"),
        (post + "Content-Length: 60000\r\n\r\n", " "),
        (post + "Transfer-Encoding: chunked\r\n\r\n", "1\r\n \r\n"),
        (hidden + post + "Content-Length: 60000\r\n\r\n", " "),
        (hidden + "GET /healthz HTTP/1.1\r\nX-Slow: ", "a"),
        ("", "\r\n"),
    ])
    func `a request that trickles in for ever is cut off`(_ beginning: String, _ byte: String) async throws {
        // Each byte comes far sooner than the wait, so only the whole can be too slow.
        try await TestExchange.run({ $0.limits.requestWait = .seconds(1) }) { server in
            _ = try #require(
                try await RawConnection.trickle(beginning, then: byte, to: server), "it kept its place")
            #expect(try await TestHTTP.ask(server, "/healthz").status == 200)
        }
    }

    @Test(
        arguments: ["/healthz", "/apps/1/events", "/app/carillon", "/"],
        [
            "HTTP/1.1\r\n\r\n", "HTTP/1.1\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n",
            "HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", "HTTP/1.0\r\nHost: x\r\nhost: y\r\n\r\n",
            "HTTP/1.1\r\nHost: x y\r\n\r\n", "HTTP/1.1\r\nHost: x/y\r\n\r\n", "HTTP/1.1\r\nHost: a@x\r\n\r\n",
            "HTTP/1.1\r\nHost: x:80:80\r\n\r\n", "HTTP/1.1\r\nHost: [x]\r\n\r\n",
        ])
    func `L: a request that names no host, or two, is refused and its connection closed`(
        _ path: String, _ rest: String
    ) async throws {
        try await TestExchange.run({ $0.limits.requestWait = .seconds(300) }) { server in
            let reply = try #require(
                try await RawConnection.answer(to: "GET \(path) \(rest)\(Self.hidden)", from: server), "it was kept")
            #expect(reply.hasPrefix("HTTP/1.1 400 "))
            #expect(reply.ranges(of: "HTTP/1.1 ").count == 1, "nothing after it is a request")
            #expect(reply.contains("Host header"))
        }
    }

    @Test func `a request of HTTP 1.0 needs no host`() async throws {
        try await TestExchange.run { server in
            let reply = try await RawConnection.answer(
                to: "GET /healthz HTTP/1.0\r\nConnection: close\r\n\r\n", from: server)
            #expect(reply?.contains("calls_lost_by_restart") == true)
        }
    }

    @Test(arguments: [
        "HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
        "HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\nTransfer-Encoding: identity\r\n\r\n",
    ])
    func `L: a request of HTTP 1.0 with a Transfer-Encoding is refused and its connection closed`(
        _ rest: String
    ) async throws {
        try await TestExchange.run({ $0.limits.requestWait = .seconds(300) }) { server in
            for path in ["/api/auth/refresh", "/apps/1/events"] {
                let request = "POST \(path) \(rest)\(Self.hidden)"
                let reply = try #require(try await RawConnection.answer(to: request, from: server), "it was kept")
                #expect(reply.hasPrefix("HTTP/1.1 400 "))
                #expect(reply.ranges(of: "HTTP/1.1 ").count == 1, "nothing after it is a request")
            }
        }
    }

    @Test func `a refused request behind one that still waits closes the connection without a word`() async throws {
        try await TestExchange.run({ $0.limits.requestWait = .seconds(300) }) { server in
            let reply = try #require(
                try await RawConnection.answer(to: Self.hidden + "GET / HTTP/1.1\r\n\r\n" + Self.hidden, from: server))
            #expect(!reply.contains("HTTP/1.1 400 "), "it would be taken for the answer to the first")
            #expect(reply.ranges(of: "calls_lost_by_restart").count <= 1)
        }
    }
}
