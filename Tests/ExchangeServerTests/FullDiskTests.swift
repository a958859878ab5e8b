import ExchangeServer
import NIOHTTP1
import Testing
import WireJSON

/// The exchange confirms only stored requests, and disconnects no device while it cannot store.
@Suite(.timeLimit(.minutes(5))) struct FullDiskTests {
    @Test func `while nothing can be stored new calls are refused, and then all goes on`() async throws {
        // Nothing is given up meanwhile, however busy the machine is.
        try await TestExchange.run({
            $0.limits.replyWait = .seconds(600)
            $0.limits.ringsOfPair = 1_000
        }) { server in
            let alice = try await TestClient.connect(to: server)
            try await alice.logIn(.telnyx, as: "alice", password: "alice-secret", session: "a")
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(.telnyx, as: "bob", password: "bob-secret", session: "b")
            try server.fillStore(true)
            var calls = 0
            // A half full page takes some more.
            try await server.until {
                guard try await Self.health(of: server) == "ok" else { return () }
                calls += 1
                alice.request(.integer(Int64(calls)), "telnyx_rtc.invite", Self.call(calls))
                return nil
            }
            #expect(try await Self.health(of: server) == "journal stalled")
            alice.request("late", "telnyx_rtc.invite", Self.call(1_000))
            var replies: [JSONValue] = []
            while replies.last != "late" {
                let message = try await alice.message()
                guard let id = message["id"], message["method"] == nil else { continue }
                replies.append(id)
                if id == "late" { #expect(message["error"] != nil) }
            }
            #expect(replies.count - 1 < calls, "some wait for the disk")

            try server.fillStore(false)
            while replies.count < calls + 1 {
                let message = try await alice.message()
                guard let id = message["id"], message["method"] == nil else { continue }
                replies.append(id)
                #expect(message["error"] == nil)
            }
            #expect(try await Self.health(of: server) == "ok")
            let leg = try #require(try await bob.told("telnyx_rtc.invite")["callID"]?.string)
            alice.request("after", "telnyx_rtc.invite", Self.call(1_001))
            bob.answer(leg, .telnyx)
            while try await bob.message()["id"] != "answer" {}
        }
    }

    @Test func `L: a device whose request cannot be stored is told so, and the call it asked for never rings on`()
        async throws
    {
        try await TestExchange.run({
            $0.limits.replyWait = .seconds(2)
            $0.limits.ringsOfPair = 1_000
        }) { server in
            let alice = try await TestClient.connect(to: server)
            try await alice.logIn(.telnyx, as: "alice", password: "alice-secret", session: "a")
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(.telnyx, as: "bob", password: "bob-secret", session: "b")
            try server.fillStore(true)
            var asked = 0
            var refused = 0
            try await server.until {
                guard try await Self.health(of: server) == "ok" else { return () }
                asked += 1
                alice.request(.integer(Int64(asked)), "telnyx_rtc.invite", Self.call(asked))
                return nil
            }
            // None waits for the disk to be well again.
            var answered: Set<JSONValue> = []
            while answered.count < asked {
                let message = try await alice.message()
                guard let id = message["id"], message["method"] == nil else { continue }
                answered.insert(id)
                guard let error = message["error"]?.object else { continue }
                #expect(error["code"] == -32002)
                // A quick machine asks for more calls than one user may have before the store is known to be full.
                if error["message"] == "NOTHING CAN BE STORED NOW, TRY AGAIN" { refused += 1 }
            }
            #expect(refused > 0)
            try server.fillStore(false)
            try await server.until { try await Self.health(of: server) == "ok" ? () : nil }
            // The refused call is over; the next call finds bob's phone as it was.
            try await server.until {
                let calls = try await TestHTTP.ask(
                    server, "/api/calls?limit=100", authorization: TestHTTP.bearer(TestExchange.token))
                let list = calls.object["calls"]?.array?.compactMap(\.object) ?? []
                return list.count { $0["state"] == "ended" } >= refused ? () : nil
            }
            alice.request("after", "telnyx_rtc.invite", Self.call(1_001))
            while try await alice.message()["id"] != "after" {}
        }
    }

    @Test func `a token that cannot be looked up is not taken for a wrong one`() async throws {
        try await TestExchange.run({ $0.limits.failedLoginsPerMinute = 1 }) { server in
            let account = try await AccountClient.logIn(server, as: "bob")
            try server.loseSessions()
            for _ in 0..<3 {
                let bob = try await TestClient.connect(to: server)
                bob.request("login", "login", ["login_token": .string(account.access), "sessid": "b"])
                let failure = try await bob.failure(of: "login")
                #expect(failure.message == "Service Unavailable")
            }
            // Nothing was counted against the address.
            let alice = try await TestClient.connect(to: server)
            try await alice.logIn(.telnyx, as: "alice", password: "alice-secret", session: "a")
        }
    }

    @Test func `a message that is left while nothing can be stored is there once that is over`() async throws {
        let lines = LogLines()
        try await TestExchange.run(writingTo: lines) { server in
            try server.fillStore(true)
            async let kept: Void = server.keep(
                VoicemailMessage(
                    mailbox: "bob", session: "01900000-0000-7000-8000-000000000001", callerName: nil, callerNumber: nil,
                    length: .seconds(5), sound: Array(repeating: 0, count: 1 << 20)))
            await lines.line { $0.contains("a message that was left cannot be stored now") }
            try server.fillStore(false)
            await kept
            let bob = try await AccountClient.logIn(server, as: "bob")
            #expect(try await bob.ask(.GET, "/api/voicemail").object["messages"]?.array?.count == 1)
        }
    }

    @Test func `while nothing can be stored the API says that it is for the moment, and to come again`() async throws {
        try await TestExchange.run { server in
            let token = TestHTTP.bearer(TestExchange.token)
            func create() async throws -> TestHTTP.Reply {
                try await TestHTTP.ask(
                    server, .POST, "/api/users", authorization: token,
                    body: #"{"name":"carol","password":"carols long secret"}"#)
            }
            try server.fillStore(true)
            // on purpose: each user takes up some of the free space of the file
            for name in 0..<1_000 {
                let reply = try await TestHTTP.ask(
                    server, .POST, "/api/users", authorization: token,
                    body: #"{"name":"user\#(name)","password":"a long secret of theirs"}"#)
                if reply.status != 201 { break }
            }
            let refused = try await create()
            #expect(refused.status == 503 && refused.object["detail"]?.string?.contains("try again") == true)
            #expect(refused.headers.first(name: "Retry-After") == "5")
            try server.fillStore(false)
            #expect(try await create().status == 201)
        }
    }

    /// Each is asked until it needs room in the file that is not there.
    @Test(arguments: [
        (HTTPMethod.POST, "/api/auth/login", AccountClient.body("alice", "alice-secret", installation: "install-$")),
        (.POST, "/api/organizations", #"{"name":"Acme","id":"acme-$"}"#),
        (.POST, "/api/voip/credentials", "{}"),
        (.POST, "/api/device-tokens", #"{"tokens":[{"kind":"fcm","token":"token-of-a-phone-$"}]}"#),
    ])
    func `L: a change that cannot be stored is answered 503 with Retry-After, and never 500`(
        _ method: HTTPMethod, _ path: String, _ body: String
    ) async throws {
        try await TestExchange.run { server in
            let phone = try await AccountClient.logIn(server, as: "bob")
            let isOfOperator = path.contains("organizations")
            let proof = TestHTTP.bearer(isOfOperator ? TestExchange.token : phone.access)
            try server.fillStore(true)
            // on purpose: each change takes up some of the room that is left
            for number in 0..<2_000 {
                let reply = try await TestHTTP.ask(
                    server, method, path, authorization: proof, body: body.replacing("$", with: "\(number)"))
                if reply.status < 300 { continue }
                #expect(reply.status == 503 && reply.headers.first(name: "Retry-After") == "5", "\(reply.text)")
                return
            }
            Issue.record("the store was never full")
        }
    }

    private static func call(_ number: Int) -> JSONObject {
        [
            "sdp": .string(TestSDP.offer),
            "dialogParams": ["callID": .string("call \(number)"), "destination_number": "bob"],
        ]
    }

    private static func health(of server: ExchangeServer) async throws -> String? {
        try await TestHTTP.ask(server, "/healthz").object["status"]?.string
    }
}
