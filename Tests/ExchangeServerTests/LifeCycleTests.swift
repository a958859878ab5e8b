import ExchangeServer
import Foundation
import NIOHTTP1
import TestLog
import Testing
import WireJSON

@Suite struct LifeCycleTests {
    @Test func `an exchange that stops says goodbye to everybody`() async throws {
        let server = try await ExchangeServer.start(try TestExchange.configuration(), logger: TestLog.logger)
        let phone = try await TestClient.connect(to: server)
        try await phone.logIn(.telnyx, as: "alice", password: "alice-secret", session: "a")
        async let stopped: Void = server.stop()
        #expect(try await phone.end() == 1001)
        await stopped
        await #expect(throws: (any Error).self) { _ = try await TestClient.connect(to: server) }
    }

    @Test func `an exchange that stops closes the HTTP connections that are kept open`() async throws {
        let server = try await ExchangeServer.start(try TestExchange.configuration(), logger: TestLog.logger)
        try await withThrowingTaskGroup(of: Int.self) { group in
            let (answered, oneMore) = AsyncStream.makeStream(of: Void.self)
            for _ in 0..<8 {
                group.addTask { try await TestHTTP.repliesUntilEnd(server, "/healthz") { oneMore.yield() } }
            }
            var waiting = 8
            for await _ in answered {
                waiting -= 1
                if waiting == 0 { break }
            }
            await server.stop()
            for try await replies in group { #expect(replies == 1) }
        }
    }

    @Test func `a call that a stopped exchange left open is told as failed by the next`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("carillon-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("exchange.sqlite").path
        let session = try await TestExchange.run({ $0.databasePath = path }) { server in
            #expect(server.callsLostByRestart == 0)
            let alice = try await TestClient.connect(to: server)
            try await alice.logIn(.telnyx, as: "alice", password: "alice-secret", session: "a")
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(.telnyx, as: "bob", password: "bob-secret", session: "b")
            let created = try await alice.dial("bob", callID: "c", .telnyx)
            let leg = try #require(try await bob.told("telnyx_rtc.invite")["callID"]?.string)
            bob.answer(leg, .telnyx)
            _ = try await bob.result(of: "answer")
            return try #require(created["telnyx_session_id"]?.string)
        }
        try await TestExchange.run({ $0.databasePath = path }) { server in
            #expect(server.callsLostByRestart == 1)
            let path = "/api/voip/call-status/\(session)"
            let call = try await TestHTTP.ask(server, path, authorization: TestHTTP.bearer(TestExchange.token)).object
            #expect(call["state"] == "ended")
            #expect(call["ending"]?.object?["reason"] == "failed")
            #expect(call["ending"]?.object?["sip_reason"] == "exchange restarted")
            #expect(call["answered_at"] != nil)
            let health = try await TestHTTP.ask(server, "/healthz").object
            #expect(health["calls_lost_by_restart"] == 1)
        }
    }

    @Test func `a second exchange on a database is refused, and the calls of the first go on`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("carillon-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("exchange.sqlite").path
        try await TestExchange.run({ $0.databasePath = path }) { server in
            let alice = try await TestClient.connect(to: server)
            try await alice.logIn(.telnyx, as: "alice", password: "alice-secret", session: "a")
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(.telnyx, as: "bob", password: "bob-secret", session: "b")
            let created = try await alice.dial("bob", callID: "c", .telnyx)
            let leg = try #require(try await bob.told("telnyx_rtc.invite")["callID"]?.string)
            bob.answer(leg, .telnyx)
            _ = try await bob.result(of: "answer")
            _ = try await alice.told("telnyx_rtc.ringing")
            _ = try await alice.told("telnyx_rtc.answer")

            var second = try TestExchange.configuration()
            second.databasePath = path
            let error = await #expect(throws: ExchangeServerError.self) {
                _ = try await ExchangeServer.start(second, logger: TestLog.logger)
            }
            #expect(error?.code == .storage)
            #expect(error?.context.contains("in use by another exchange") == true)

            bob.bye(leg, .telnyx)
            _ = try await alice.told("telnyx_rtc.bye")
            let session = try #require(created["telnyx_session_id"]?.string)
            let call = try await TestHTTP.ask(
                server, "/api/voip/call-status/\(session)", authorization: TestHTTP.bearer(TestExchange.token)
            ).object
            #expect(call["state"] == "ended")
            #expect(call["ending"]?.object?["reason"] == "completed")
        }
    }

    @Test func `users made through the API are there after a restart`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("carillon-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("exchange.sqlite").path
        try await TestExchange.run({ $0.databasePath = path }) { server in
            let body = #"{"name":"carol","password":"carol-secret"}"#
            let token = TestHTTP.bearer(TestExchange.token)
            let created = try await TestHTTP.ask(server, .POST, "/api/users", authorization: token, body: body)
            #expect(created.status == 201)
        }
        try await TestExchange.run({ $0.databasePath = path }) { server in
            let carol = try await TestClient.connect(to: server)
            try await carol.logIn(.telnyx, as: "carol", password: "carol-secret", session: "c")
        }
    }

    @Test func `TLS is spoken when there is a certificate`() async throws {
        let files = try Certificate.make()
        defer { files.remove() }
        try await TestExchange.run({ $0.tls = TLSFiles(certificate: files.certificate, key: files.key) }) { server in
            let phone = try await TestClient.connect(to: server, trusting: files.certificate)
            try await phone.logIn(.telnyx, as: "alice", password: "alice-secret", session: "a")
            await #expect(throws: (any Error).self) { _ = try await TestClient.connect(to: server) }
        }
    }

    @Test func `plain text is refused where others can listen, and mistakes of TLS are named`() async throws {
        var configuration = try TestExchange.configuration()
        configuration.listen.host = "0.0.0.0"
        await #expect(throws: ExchangeServerError.self) { _ = try await ExchangeServer.start(configuration) }
        configuration.tls = TLSFiles(certificate: "/nowhere.pem", key: "/nowhere.key")
        let error = await #expect(throws: ExchangeServerError.self) {
            _ = try await ExchangeServer.start(configuration)
        }
        #expect(error?.code == .configuration)
        #expect(error?.context.contains("/nowhere.pem") == true)
    }

    @Test func `a port that is taken is named`() async throws {
        try await TestExchange.run { server in
            var configuration = try TestExchange.configuration()
            configuration.listen.port = server.port
            let error = await #expect(throws: ExchangeServerError.self) {
                _ = try await ExchangeServer.start(configuration)
            }
            #expect(error?.code == .listen)
            #expect(error?.context.contains(String(server.port)) == true)
        }
    }
}
