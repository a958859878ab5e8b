import Dispatch
import ExchangeServer
import Foundation
import RingTime
import Standins
import Synchronization
import TestLog
import Testing
import Trace

/// Figures an operator watches.
@Suite(.timeLimit(.minutes(5))) struct MetricsTests {
    private func metrics(
        _ server: ExchangeServer, trusting certificate: Certificate? = nil
    ) async throws -> [String: String] {
        let page = try await TestHTTP.ask(server, "/metrics", trusting: certificate?.certificate)
        let lines = page.text.split(separator: "\n")
        let pairs = lines.filter { !$0.hasPrefix("#") }.map { line in
            let parts = line.split(separator: " ")
            return (parts.dropLast().joined(separator: " "), String(parts.last ?? ""))
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// A page whose name was made to lead to 127.0.0.1 asks for that name (DNS rebinding).
    @Test(arguments: [
        ("localhost", 200), ("LOCALHOST:8081", 200), ("127.0.0.1", 200), ("127.0.0.2:1", 200), ("[::1]:8081", 200),
        ("page.example", 401), ("127.0.0.1.page.example", 401), ("127.page.example", 401),
        ("localhost.page.example", 401),
        ("", 401), ("192.0.2.1", 401),
    ])
    func `L: figures are there without a token only for those who ask this machine by its own name`(
        _ host: String, _ status: Int
    ) async throws {
        try await TestExchange.run { server in
            let request = "GET /metrics HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n"
            let reply = try await RawConnection.answer(to: request + "\r\n", from: server)
            #expect(reply?.hasPrefix("HTTP/1.1 \(status) ") == true)
            let proof = "Authorization: \(TestHTTP.bearer(TestExchange.token))\r\n\r\n"
            #expect(
                try await RawConnection.answer(to: request + proof, from: server)?.hasPrefix("HTTP/1.1 200 ") == true)
        }
    }

    @Test func `S11: calls to numbers are seen while they ring, by stage, and are gone when they end`() async throws {
        try await RingScene.play { scene in
            let call = try await scene.numberRinging()
            let ringing = try await metrics(scene.server)
            #expect(ringing["carillon_ring_sessions{stage=\"ringing\"}"] == "1")
            call.hangUp()
            _ = try await scene.end(of: call.session)
            let over = try await metrics(scene.server)
            #expect(over["carillon_ring_sessions{stage=\"ringing\"}"] == "0")
        }
    }

    @Test func `S11: operations that were asked for have a histogram of their own`() async throws {
        try await TestExchange.run { server in
            _ = try await TestHTTP.ask(server, "/healthz")
            _ = try await TestHTTP.ask(server, "/healthz")
            let metrics = try await metrics(server)
            #expect(metrics["carillon_api_request_duration_seconds_count{operation=\"showHealth\"}"] == "2")
            #expect(
                metrics["carillon_api_request_duration_seconds_bucket{operation=\"showHealth\",le=\"+Inf\"}"] == "2")
            #expect(metrics["carillon_password_checks_waiting"] == "0")
            #expect(metrics["carillon_tls_certificate_expiry_timestamp_seconds"] == nil, "there is none")
        }
    }

    @Test func `S11: what waits to be sent is seen by kind, with its age by the clock it was decided by`() async throws
    {
        let clock = JumpClock(isStanding: true)
        try await RingScene.play(clock: clock) { scene in
            scene.apns.plan(APNsFault(.loseResponse, count: 1_000))
            scene.telnyx.callIn(from: "+15550100001", to: RingScene.number)
            _ = try await scene.pushes(2)
            for age in ["0.0", "3.0"] {
                let waiting = try await metrics(scene.server)
                #expect(waiting["carillon_outbox_items{kind=\"push\"}"] == "2")
                #expect(waiting["carillon_outbox_oldest_age_seconds{kind=\"push\"}"] == age)
                clock.advance(by: .seconds(3))
            }
            scene.apns.forgetFaults()
            try await scene.until {
                let sent = try await metrics(scene.server)
                return sent["carillon_outbox_items{kind=\"push\"}"] == nil ? () : nil
            }
        }
    }

    /// Whatever the exchange does waits while this is told of it.
    private final class SlowTrace: TraceSink {
        static let hold = 0.3
        private let isHeld = Mutex(false)

        func record(_ record: TraceRecord) {
            let isFirst = isHeld.withLock { isHeld in
                defer { isHeld = true }
                return !isHeld
            }
            // on purpose: the test is about a turn of the event loop that takes long
            if isFirst { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + Self.hold) }
        }
    }

    @Test func `S11: a turn of the event loop that takes long is seen in its lag`() async throws {
        let server = try await ExchangeServer.start(
            try TestExchange.configuration(), trace: SlowTrace(), logger: TestLog.logger)
        let outcome = await Result(awaiting: {
            let client = try await TestClient.connect(to: server)
            try await client.logIn(.freeSwitch, as: "alice", password: "alice-secret", session: "a")
            let metrics = try await metrics(server)
            let sum = Double(metrics["carillon_event_loop_lag_seconds_sum"] ?? "") ?? 0
            // It is looked at ten times a second, so at least half of the hold was lag.
            #expect(sum >= SlowTrace.hold / 2)
            #expect(metrics["carillon_event_loop_lag_seconds_bucket{le=\"+Inf\"}"] != "0")
        })
        await server.stop()
        try outcome.get()
    }

    @Test func `M5: the end of the certificate is a figure, also of one that took its place`() async throws {
        let (first, second) = (try Certificate.make(), try Certificate.make(days: 5))
        defer { for certificate in [first, second] { certificate.remove() } }
        func configuration(_ certificate: Certificate) throws -> ExchangeConfiguration {
            var configuration = try TestExchange.configuration()
            configuration.tls = TLSFiles(certificate: certificate.certificate, key: certificate.key)
            return configuration
        }
        let (before, after) = (try configuration(first), try configuration(second))
        try await TestExchange.run({ $0 = before }) { server async throws in
            func end(_ certificate: Certificate) async throws -> String? {
                let metrics = try await metrics(server, trusting: certificate)
                return metrics["carillon_tls_certificate_expiry_timestamp_seconds"]
            }
            let (ofFirst, ofSecond) = (try first.notAfter, try second.notAfter)
            #expect(ofFirst < ofSecond)
            #expect(try await end(first) == "\(ofFirst)")
            #expect(await server.reload { after })
            #expect(try await end(second) == "\(ofSecond)")
        }
    }

    @Test func `M5: the end of the certificate is warned of at the start, when the file is read again, and daily`()
        async throws
    {
        let certificate = try Certificate.make()
        defer { certificate.remove() }
        let (lines, clock) = (LogLines(), JumpClock(isStanding: true))
        var configuration = try TestExchange.configuration()
        configuration.tls = TLSFiles(certificate: certificate.certificate, key: certificate.key)
        let changed = configuration
        func warnings() -> [String] { lines.all.filter { $0.contains("warning the TLS certificate ends in") } }
        try await TestExchange.run(calendarClock: clock, { $0 = changed }, writingTo: lines) { server in
            await lines.line { _ in warnings().count == 1 }
            #expect(await server.reload { changed })
            #expect(warnings().count == 2)
            clock.advance(by: .seconds(86_400))
            await lines.line { _ in warnings().count == 3 }
            let told = warnings()
            #expect(told[0] == told[1] && told[1] != told[2], "\(told)")
        }
    }

    @Test func `M5: a certificate is warned of from 30 days before its end`() {
        let day: Int64 = 86_400
        let term = CertificateTerm(notBefore: 100 * day, notAfter: 200 * day)
        #expect(term.standing(at: 99 * day) == .notYet)
        #expect(term.standing(at: 170 * day) == .good)
        #expect(term.standing(at: 170 * day + 1) == .endsIn(days: 29))
        #expect(term.standing(at: 200 * day) == .endsIn(days: 0))
        #expect(term.standing(at: 200 * day + 1) == .over)
    }
}
