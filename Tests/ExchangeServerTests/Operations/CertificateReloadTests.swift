import ExchangeServer
import Foundation
import Testing
import WireJSON

/// A certificate that is replaced while the exchange runs.
@Suite(.timeLimit(.minutes(5))) struct CertificateReloadTests {
    private func configuration(_ files: TLSFiles) throws -> ExchangeConfiguration {
        var configuration = try TestExchange.configuration()
        configuration.tls = files
        return configuration
    }

    @Test func `M5: the next connection is given the new certificate, and open ones stay`() async throws {
        let (first, second) = (try Certificate.make(), try Certificate.make())
        defer {
            first.remove()
            second.remove()
        }
        let before = try configuration(TLSFiles(certificate: first.certificate, key: first.key))
        try await TestExchange.run({ $0 = before }) { server in
            let alice = try await TestClient.connect(to: server, trusting: first.certificate)
            try await alice.logIn(.telnyx, as: "alice", password: "alice-secret", session: "a")
            let mixed = try configuration(TLSFiles(certificate: second.certificate, key: first.key))
            #expect(await !server.reload { mixed }, "the key does not fit")
            let changed = try configuration(TLSFiles(certificate: second.certificate, key: second.key))
            #expect(await server.reload { changed })
            let bob = try await TestClient.connect(to: server, trusting: second.certificate)
            try await bob.logIn(.telnyx, as: "bob", password: "bob-secret", session: "b")
            alice.request(7, "telnyx_rtc.ping", [:])
            _ = try await alice.result(of: 7)
            await #expect(throws: (any Error).self) {
                _ = try await TestClient.connect(to: server, trusting: first.certificate)
            }
        }
    }

    @Test func `M5: a certificate that was renewed in its file is given to the next connection`() async throws {
        let (current, next) = (try Certificate.make(), try Certificate.make())
        defer {
            current.remove()
            next.remove()
        }
        let same = try configuration(TLSFiles(certificate: current.certificate, key: current.key))
        try await TestExchange.run({ $0 = same }) { server in
            for (new, old) in [(next.certificate, current.certificate), (next.key, current.key)] {
                try Data(contentsOf: URL(filePath: new)).write(to: URL(filePath: old))
            }
            await #expect(throws: (any Error).self, "a reload is what reads it") {
                _ = try await TestClient.connect(to: server, trusting: next.certificate)
            }
            #expect(await server.reload { same })
            let alice = try await TestClient.connect(to: server, trusting: next.certificate)
            try await alice.logIn(.telnyx, as: "alice", password: "alice-secret", session: "a")
        }
    }
}
