import ExchangeCore
import ExchangeServer
import NIOHTTP1
import Testing
import WireJSON

@Suite(.timeLimit(.minutes(5))) struct UserTests {
    private let operatorToken = TestHTTP.bearer(TestExchange.token)

    @Test func `a user made through the API logs in, is called, and is gone once removed`() async throws {
        try await TestExchange.run({ $0.calling.allowsAcrossOrganizations = true }) { server in
            let body =
                #"{"name":"carol","numbers":["1003"],"devices":[{"name":"phone","password":"carol-phone-secret"}]}"#
            let created = try await TestHTTP.ask(server, .POST, "/api/users", authorization: operatorToken, body: body)
            #expect(created.status == 201)
            #expect(!created.text.contains("secret"))
            let again = try await TestHTTP.ask(server, .POST, "/api/users", authorization: operatorToken, body: body)
            #expect(again.status == 409)

            let carol = try await TestClient.connect(to: server)
            try await carol.logIn(.telnyx, as: "carol-phone", password: "carol-phone-secret", session: "c")
            let alice = try await TestClient.connect(to: server)
            try await alice.logIn(.telnyx, as: "alice", password: "alice-secret", session: "a")
            _ = try await alice.dial("1003", callID: "x", .telnyx)
            _ = try await carol.told("telnyx_rtc.invite")
            _ = try await alice.told("telnyx_rtc.ringing")

            let devices = try await TestHTTP.ask(server, "/api/users/carol/devices", authorization: operatorToken)
                .object
            #expect(devices["registered"] == ["phone"])
            let deleted = try await TestHTTP.ask(server, .DELETE, "/api/users/carol", authorization: operatorToken)
            #expect(deleted.status == 204)
            _ = try await alice.told("telnyx_rtc.bye")
            _ = try await carol.end()
            let gone = try await TestHTTP.ask(server, "/api/users/carol", authorization: operatorToken)
            #expect(gone.status == 404)
        }
    }

    @Test func `a device is added and taken away`() async throws {
        try await TestExchange.run { server in
            let user = #"{"name":"carol","password":"carol-secret"}"#
            _ = try await TestHTTP.ask(server, .POST, "/api/users", authorization: operatorToken, body: user)
            let device = #"{"name":"tablet","password":"tablet-secret"}"#
            let path = "/api/users/carol/devices"
            #expect(
                try await TestHTTP.ask(server, .POST, path, authorization: operatorToken, body: device).status == 201)
            let tablet = try await TestClient.connect(to: server)
            try await tablet.logIn(.telnyx, as: "carol-tablet", password: "tablet-secret", session: "t")
            #expect(
                try await TestHTTP.ask(server, .DELETE, path + "/tablet", authorization: operatorToken).status == 204)
            _ = try await tablet.end()
            let again = try await TestClient.connect(to: server)
            again.request(1, "login", ["login": "carol-tablet", "passwd": "tablet-secret"])
            #expect(try await again.failure(of: 1).code == -32001)
        }
    }

    private func addDevice(_ name: String, _ server: ExchangeServer) async throws -> Int {
        let device = #"{"name":"\#(name)","password":"\#(name)-secret"}"#
        return try await TestHTTP.ask(
            server, .POST, "/api/users/carol/devices", authorization: operatorToken, body: device
        ).status
    }

    private func makeUser(_ name: String, _ server: ExchangeServer) async throws -> TestHTTP.Reply {
        let user = #"{"name":"\#(name)","password":"\#(name)-secret"}"#
        return try await TestHTTP.ask(server, .POST, "/api/users", authorization: operatorToken, body: user)
    }

    private func devices(_ server: ExchangeServer) async throws -> Set<String> {
        let reply = try await TestHTTP.ask(server, "/api/users/carol", authorization: operatorToken)
        return Set((reply.object["devices"]?.array ?? []).compactMap { $0.object?["name"]?.string })
    }

    @Test func `devices that are added and taken away at the same time are all as was answered, also after a restart`()
        async throws
    {
        let folder = try Scratch()
        defer { folder.remove() }
        var expected: Set<String> = []
        try await TestExchange.run({ $0.databasePath = folder.path }) { server in
            #expect(try await makeUser("carol", server).status == 201)
            for round in 1...4 {
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for number in 1...8 {
                        group.addTask { try await addDevice("device-\(round)-\(number)", server) }
                    }
                    if round > 1 {
                        group.addTask {
                            try await TestHTTP.ask(
                                server, .DELETE, "/api/users/carol/devices/device-\(round - 1)-1",
                                authorization: operatorToken
                            ).status
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses.count { $0 == 201 } == 8 && statuses.allSatisfy { $0 == 201 || $0 == 204 })
                expected.formUnion((1...8).map { "device-\(round)-\($0)" })
                expected.remove("device-\(round - 1)-1")
            }
            #expect(try await devices(server) == expected)
        }
        try await TestExchange.run({ $0.databasePath = folder.path }) { server in
            let known = try await devices(server)
            #expect(known == expected)
        }
    }

    @Test func `a user who is deleted while devices are added is gone`() async throws {
        try await TestExchange.run { server in
            for round in 1...10 {
                #expect(try await makeUser("carol", server).status == 201)
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for number in 1...4 { group.addTask { try await addDevice("device-\(round)-\(number)", server) } }
                    group.addTask {
                        try await TestHTTP.ask(
                            server, .DELETE, "/api/users/carol", authorization: operatorToken
                        ).status
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses.allSatisfy { [201, 204, 404].contains($0) }, "\(statuses)")
                let left = try await TestHTTP.ask(server, "/api/users/carol", authorization: operatorToken)
                #expect(left.status == 404)
            }
        }
    }

    @Test func `a new user of the same name does not get the calls of a deleted one`() async throws {
        try await TestExchange.run { server in
            for name in ["carol", "dave"] { #expect(try await makeUser(name, server).status == 201) }
            let carol = try await TestClient.connect(to: server)
            try await carol.logIn(.freeSwitch, as: "carol", password: "carol-secret", session: "c")
            _ = try await carol.dial("stranger", callID: "c", .freeSwitch)
            _ = try await carol.told("verto.bye")
            let calls = try await TestHTTP.ask(
                server, "/api/calls", authorization: TestHTTP.basic("carol", "carol-secret"))
            #expect(calls.object["calls"]?.array?.count == 1)
            for name in ["carol", "dave"] {
                let gone = try await TestHTTP.ask(server, .DELETE, "/api/users/\(name)", authorization: operatorToken)
                #expect(gone.status == 204)
            }
            let refused = try await makeUser("carol", server)
            #expect(refused.status == 409 && refused.text.contains("still kept"))
            #expect(try await makeUser("dave", server).status == 201, "there is nothing of dave's")
        }
    }

    @Test func `who may not change users is told so, and mistakes are named`() async throws {
        try await TestExchange.run({ $0.limits.bodyBytes = 1_024 }) { server in
            func ask(_ body: String, _ authorization: String?) async throws -> Int {
                try await TestHTTP.ask(server, .POST, "/api/users", authorization: authorization, body: body).status
            }
            #expect(try await ask("{}", nil) == 401)
            #expect(try await ask("{}", "Basic YWxpY2U6YWxpY2Utc2VjcmV0") == 403)
            #expect(try await ask("{", operatorToken) == 400)
            #expect(try await ask("{}", operatorToken) == 422)
            #expect(try await ask(#"{"name":"dave"}"#, operatorToken) == 422)
            #expect(
                try await ask(
                    #"{"name":"dave","password":""# + String(repeating: "x", count: 2_000) + #""}"#, operatorToken)
                    == 413)
            let fixed = try await TestHTTP.ask(server, .DELETE, "/api/users/alice", authorization: operatorToken)
            #expect(fixed.status == 409, "alice stands in the configuration")
        }
    }
}
