import ExchangeServer
import Testing

/// Figures an operator watches.
@Suite struct MetricsTests {
    private func metrics(_ server: ExchangeServer) async throws -> [String: String] {
        let lines = try await TestHTTP.ask(server, "/metrics").text.split(separator: "\n")
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
            #expect(metrics["carillon_event_loop_lag_seconds_count"] != nil)
            #expect(metrics["carillon_password_checks_waiting"] == "0")
            #expect(metrics["carillon_tls_certificate_expiry_timestamp_seconds"] == nil, "there is none")
        }
    }

    @Test func `S11: the end of the certificate is warned of when the file is read again, and at the start`()
        async throws
    {
        let certificate = try Certificate.make()
        defer { certificate.remove() }
        let lines = LogLines()
        var configuration = try TestExchange.configuration()
        configuration.tls = TLSFiles(certificate: certificate.certificate, key: certificate.key)
        let changed = configuration
        try await TestExchange.run({ $0 = changed }, writingTo: lines) { server in
            #expect(await server.reload { changed })
            #expect(lines.all.contains { $0.contains("warning the TLS certificate ends in") })
        }
    }

    @Test func `S11: a certificate is warned of from 30 days before its end`() {
        let day: Int64 = 86_400
        let term = CertificateTerm(notBefore: 100 * day, notAfter: 200 * day)
        #expect(term.standing(at: 99 * day) == .notYet)
        #expect(term.standing(at: 170 * day) == .good)
        #expect(term.standing(at: 170 * day + 1) == .endsIn(days: 29))
        #expect(term.standing(at: 200 * day) == .endsIn(days: 0))
        #expect(term.standing(at: 200 * day + 1) == .over)
    }
}
