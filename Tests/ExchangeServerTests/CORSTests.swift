import ExchangeServer
import NIOHTTP1
import Testing

@Suite(.timeLimit(.minutes(5))) struct CORSTests {
    private let origin = ("Origin", "https://app.example.com")
    private let preflight = [("Access-Control-Request-Method", "POST")]

    @Test func `pages of a named origin may ask, others may not`() async throws {
        try await TestExchange.run({ $0.corsOrigins = ["https://app.example.com"] }) { server in
            let asked = try await TestHTTP.ask(
                server, .OPTIONS, "/api/device-tokens", headers: preflight + [origin])
            #expect(asked.status == 204)
            #expect(asked.headers.first(name: "Access-Control-Allow-Origin") == "https://app.example.com")
            #expect(asked.headers.first(name: "Access-Control-Allow-Credentials") == nil)
            let refused = try await TestHTTP.ask(server, .GET, "/api/devices", headers: [origin])
            #expect(refused.status == 401)
            #expect(refused.headers.first(name: "Access-Control-Allow-Origin") == "https://app.example.com")
            let evil = ("Origin", "https://evil.example.com")
            let other = try await TestHTTP.ask(server, .OPTIONS, "/api/devices", headers: preflight + [evil])
            #expect(other.status == 403)
            let told = try await TestHTTP.ask(server, .GET, "/healthz", headers: [evil])
            #expect(told.headers.first(name: "Access-Control-Allow-Origin") == nil)
        }
    }

    @Test func `without origins nothing is said of them`() async throws {
        try await TestExchange.run { server in
            let reply = try await TestHTTP.ask(server, .OPTIONS, "/api/devices", headers: preflight + [origin])
            #expect(reply.status == 405)
            #expect(reply.headers.first(name: "Access-Control-Allow-Origin") == nil)
        }
    }
}
