import ExchangeServer
import Foundation
import Redaction
import Testing
import WireJSON

@Suite(.timeLimit(.minutes(5))) struct StatusTests {
    private func basic(_ login: String, _ password: String) -> String {
        "Basic " + Data("\(login):\(password)".utf8).base64EncodedString()
    }

    @Test func `the status of a call tells its story to those who may know`() async throws {
        try await TestExchange.run { server in
            let alice = try await TestClient.connect(to: server)
            try await alice.logIn(.telnyx, as: "alice", password: "alice-secret", session: "a")
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(.telnyx, as: "bob-phone", password: "phone-secret", session: "b")
            let created = try await alice.dial("bob", callID: "c", .telnyx)
            let session = try #require(created["telnyx_session_id"]?.string)
            let path = "/api/voip/call-status/\(session)"
            let leg = try #require(try await bob.told("telnyx_rtc.invite")["callID"]?.string)

            let ringing = try await TestHTTP.ask(server, path, authorization: TestHTTP.bearer(TestExchange.token))
                .object
            #expect(ringing["state"] == "ringing")
            #expect(ringing["legs"]?.array?.count == 2)
            bob.answer(leg, .telnyx)
            _ = try await bob.result(of: "answer")
            let active = try await TestHTTP.ask(server, path, authorization: basic("alice", "alice-secret")).object
            #expect(active["state"] == "active")
            #expect(active["legs"]?.array?.last?.object?["device"] == "phone")
            bob.bye(leg, .telnyx)
            _ = try await bob.result(of: "bye")
            let ended = try await TestHTTP.ask(server, path, authorization: basic("bob-phone", "phone-secret")).object
            #expect(ended["state"] == "ended")
            #expect(ended["ending"]?.object?["reason"] == "completed")
            #expect(ended["answered_at"]?.string?.hasSuffix("Z") == true)
            #expect((ended["version"]?.integer ?? 0) > (ringing["version"]?.integer ?? 0))
        }
    }

    @Test func `a call of others cannot be told from one that never was`() async throws {
        try await TestExchange.run({ configuration in
            configuration.users.append(UserEntry(name: "eve", password: .plain("eve-secret")))
        }) { server in
            let alice = try await TestClient.connect(to: server)
            try await alice.logIn(.telnyx, as: "alice", password: "alice-secret", session: "a")
            let created = try await alice.dial("bob", callID: "c", .telnyx)
            let session = try #require(created["telnyx_session_id"]?.string)
            let eve = basic("eve", "eve-secret")
            let foreign = try await TestHTTP.ask(server, "/api/voip/call-status/\(session)", authorization: eve)
            let unknown = try await TestHTTP.ask(
                server, "/api/voip/call-status/10ad0000-0000-4000-8000-000000000000", authorization: eve)
            let nonsense = try await TestHTTP.ask(server, "/api/voip/call-status/nonsense", authorization: eve)
            #expect(foreign.status == 404)
            #expect(foreign.text == unknown.text)
            #expect(foreign.text == nonsense.text)
            #expect(foreign.type == "application/problem+json")
            let stranger = try await TestHTTP.ask(server, "/api/voip/call-status/\(session)")
            #expect(stranger.status == 401)
            let wrong = try await TestHTTP.ask(
                server, "/api/voip/call-status/\(session)", authorization: TestHTTP.bearer("0123456789abcdef0124"))
            #expect(wrong.status == 401)
        }
    }

    @Test func `health, metrics and unknown addresses answer as they should`() async throws {
        try await TestExchange.run { server in
            let health = try await TestHTTP.ask(server, "/healthz")
            #expect(health.status == 200)
            #expect(health.object["status"] == "ok")
            let unknown = try await TestHTTP.ask(server, "/api/nothing")
            #expect(unknown.status == 404)
            #expect(unknown.type == "application/problem+json")
            let phone = try await TestClient.connect(to: server)
            try await phone.logIn(.telnyx, as: "alice", password: "alice-secret", session: "a")
            let metrics = try await TestHTTP.ask(server, "/metrics")
            #expect(metrics.text.contains("\ncarillon_registrations 1\n"))
            #expect(metrics.text.contains("\ncarillon_sockets 1\n"))
            #expect(metrics.text.contains("carillon_journal_seconds_bucket{le=\"+Inf\"}"))
        }
    }
}
