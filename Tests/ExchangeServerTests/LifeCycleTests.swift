import ExchangeServer
import NIOHTTP1
import TestLog
import Testing
import WireJSON

@Suite(.timeLimit(.minutes(5))) struct LifeCycleTests {
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

    @Test func `a call that rang when the exchange stopped is told as failed by the next`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        let session = try await TestExchange.run({ $0.databasePath = folder.path }) { server in
            #expect(server.callsLostByRestart == 0)
            return try await Self.ringing(on: server).session
        }
        try await TestExchange.run({ $0.databasePath = folder.path }) { server in
            #expect(server.callsLostByRestart == 1)
            #expect(server.callsRecoveredByRestart == 0)
            let call = try await Self.status(of: session, on: server)
            #expect(call["state"] == "ended")
            #expect(call["ending"]?.object?["reason"] == "failed")
            #expect(call["ending"]?.object?["sip_reason"] == "exchange restarted")
            let health = try await TestHTTP.ask(server, "/healthz").object
            #expect(health["calls_lost_by_restart"] == 1)
        }
    }

    @Test func `a call that was answered goes on in the next run, and ends as people end it`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        let call = try await TestExchange.run({ $0.databasePath = folder.path }) { server in
            try await Self.talking(on: server)
        }
        try await TestExchange.run({ $0.databasePath = folder.path }) { server in
            #expect(server.callsLostByRestart == 0)
            #expect(server.callsRecoveredByRestart == 1)
            #expect(try await TestHTTP.ask(server, "/healthz").object["calls_recovered_by_restart"] == 1)
            #expect(try await Self.status(of: call.session, on: server)["state"] == "active")
            let bob = try await Self.comeBack("bob", "b", on: server)
            #expect(try await bob.told("telnyx_rtc.attach")["callID"]?.string == call.leg)
            let alice = try await Self.comeBack("alice", "a", on: server)
            #expect(try await alice.told("telnyx_rtc.attach")["callID"] == "c")
            _ = try await bob.told("telnyx_rtc.clientReady")
            bob.bye(call.leg, .telnyx)
            #expect(try await bob.result(of: "bye")["message"] == "CALL ENDED")
            let ended = try await Self.status(of: call.session, on: server)
            #expect(ended["ending"]?.object?["reason"] == "completed")
            #expect(ended["answered_at"] != nil)
        }
        try await TestExchange.run({ $0.databasePath = folder.path }) { server in
            #expect(server.callsRecoveredByRestart == 0, "nothing was left of it")
            #expect(server.callsLostByRestart == 0)
        }
    }

    @Test func `a call that no device takes up again ends in time`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        let session = try await TestExchange.run({ $0.databasePath = folder.path }) { server in
            try await Self.talking(on: server).session
        }
        try await TestExchange.run({ configuration in
            configuration.databasePath = folder.path
            configuration.limits.detached = .milliseconds(1)
        }) { server in
            let call = try await server.until {
                let call = try await Self.status(of: session, on: server)
                return call["state"] == "ended" ? call : nil
            }
            #expect(call["ending"]?.object?["reason"] == "dropped")
        }
    }

    /// A call from alice, who names it "c", to bob.
    private struct UserCall {
        let session: String
        let leg: String
        let alice: TestClient
        let bob: TestClient
    }

    /// bob's phone rings.
    private static func ringing(on server: ExchangeServer) async throws -> UserCall {
        let alice = try await TestClient.connect(to: server)
        try await alice.logIn(.telnyx, as: "alice", password: "alice-secret", session: "a")
        let bob = try await TestClient.connect(to: server)
        try await bob.logIn(.telnyx, as: "bob", password: "bob-secret", session: "b")
        let created = try await alice.dial("bob", callID: "c", .telnyx)
        let leg = try #require(try await bob.told("telnyx_rtc.invite")["callID"]?.string)
        let session = try #require(created["telnyx_session_id"]?.string)
        return UserCall(session: session, leg: leg, alice: alice, bob: bob)
    }

    /// bob has answered.
    private static func talking(on server: ExchangeServer) async throws -> UserCall {
        let call = try await ringing(on: server)
        call.bob.answer(call.leg, .telnyx)
        _ = try await call.bob.result(of: "answer")
        return call
    }

    private static func comeBack(
        _ user: String, _ session: String, on server: ExchangeServer
    ) async throws -> TestClient {
        let client = try await TestClient.connect(to: server)
        client.request(
            1, "login",
            [
                "login": .string(user), "passwd": .string("\(user)-secret"), "sessid": .string(session),
                "User-Agent": "t",
            ])
        _ = try await client.result(of: 1)
        return client
    }

    private static func status(of session: String, on server: ExchangeServer) async throws -> JSONObject {
        try await TestHTTP.ask(
            server, "/api/voip/call-status/\(session)", authorization: TestHTTP.bearer(TestExchange.token)
        ).object
    }

    @Test func `a second exchange on a database is refused, and the calls of the first go on`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await TestExchange.run({ $0.databasePath = folder.path }) { server in
            let call = try await Self.talking(on: server)
            _ = try await call.alice.told("telnyx_rtc.ringing")
            _ = try await call.alice.told("telnyx_rtc.answer")

            var second = try TestExchange.configuration()
            second.databasePath = folder.path
            let error = await #expect(throws: ExchangeServerError.self) {
                _ = try await ExchangeServer.start(second, logger: TestLog.logger)
            }
            #expect(error?.code == .storage)
            #expect(error?.context.contains("in use by another exchange") == true)

            call.bob.bye(call.leg, .telnyx)
            _ = try await call.alice.told("telnyx_rtc.bye")
            let ended = try await Self.status(of: call.session, on: server)
            #expect(ended["state"] == "ended")
            #expect(ended["ending"]?.object?["reason"] == "completed")
        }
    }

    @Test func `users made through the API are there after a restart`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await TestExchange.run({ $0.databasePath = folder.path }) { server in
            let body = #"{"name":"carol","password":"carol-secret"}"#
            let token = TestHTTP.bearer(TestExchange.token)
            let created = try await TestHTTP.ask(server, .POST, "/api/users", authorization: token, body: body)
            #expect(created.status == 201)
        }
        try await TestExchange.run({ $0.databasePath = folder.path }) { server in
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
