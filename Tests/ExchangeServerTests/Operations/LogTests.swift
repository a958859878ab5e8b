import ExchangeServer
import Logging
import Testing
import WireJSON

/// What an operator reads.
@Suite(.timeLimit(.minutes(5))) struct LogTests {
    @Test func `S11: a line is one JSON object with time, level, message and fields`() throws {
        let line = LogLine(
            label: "carillon.exchange", level: .notice, message: "a \"word\"\nand another",
            metadata: ["address": "192.0.2.0/24", "login": "login-1"])
        let text = line.text(in: .json, microseconds: 1_763_856_000_000_000)
        #expect(!text.contains("\n"))
        let object = try #require(try JSONParser.parse(Array(text.utf8)).object)
        #expect(object["time"] == "2025-11-23T00:00:00.000000Z")
        #expect(object["level"] == "notice" && object["logger"] == "carillon.exchange")
        #expect(object["message"] == "a \"word\"\nand another")
        #expect(object["address"] == "192.0.2.0/24" && object["login"] == "login-1")
    }

    @Test func `S11: a line for people is one line, whatever its text`() {
        let line = LogLine(label: "x", level: .info, message: "one\r\ntwo", metadata: ["b": "2", "a": "1"])
        #expect(
            line.text(in: .text, microseconds: 0) == "1970-01-01T00:00:00.000000Z info x: one\\r\\ntwo a=1 b=2")
    }

    @Test func `S11: refused logins show an attack: which login and from where, and neither in clear`() async throws {
        let lines = LogLines()
        try await TestExchange.run(writingTo: lines) { server in
            let phone = try await TestClient.connect(to: server)
            for (id, login) in ["alice", "alice@example.com", "bob"].enumerated() {
                let id = JSONValue.integer(Int64(id))
                phone.request(id, "login", ["login": .string(login), "passwd": "guess-of-mine"])
                _ = try await phone.failure(of: id)
            }
            let basic = TestHTTP.basic("alice", "guess-of-mine")
            #expect(try await TestHTTP.ask(server, "/api/devices", authorization: basic).status == 401)
            #expect(try await TestHTTP.ask(server, "/api/users", authorization: "Bearer guess-of-mine").status == 401)
            let refused = lines.all.filter { $0.hasPrefix("notice login refused") }
            #expect(refused.count == 4)
            let names = refused.compactMap { $0.firstMatch(of: /login-[0-9a-f]{12}/).map { String($0.output) } }
            #expect(names.count == 4 && names[0] == names[1] && names[1] == names[3] && names[0] != names[2])
            #expect(refused.allSatisfy { $0.contains("127.0.0.0/24") && !$0.contains("127.0.0.1") })
            #expect(refused.count { $0.contains("websocket") } == 3)
            #expect(lines.all.contains { $0.hasPrefix("notice token refused") })
            #expect(refused.allSatisfy { !$0.contains("alice") && !$0.contains("bob") && !$0.contains("guess") })
        }
    }

    @Test func `S11: guesses that are refused without a check are in the log as well, and are told apart`() async throws
    {
        let lines = LogLines()
        try await TestExchange.run(writingTo: lines) { server in
            let basic = TestHTTP.basic("alice", "guess-of-mine")
            var status = 401
            for _ in 0..<200 where status == 401 {
                status = try await TestHTTP.ask(server, "/api/devices", authorization: basic).status
            }
            #expect(status == 429)
            let refused = lines.all.filter { $0.hasPrefix("notice login refused") }
            #expect(refused.first?.contains("wrong login or password") == true)
            let last = try #require(refused.last)
            #expect(last.contains("unchecked") && last.contains("127.0.0.0/24") && last.contains("login-"))
        }
    }

    @Test func `S11: of lines that others cause the log has one a second, which tells how many were skipped`() {
        var limiter = LogLimiter()
        let admitted = [0, 10, 999, 1_000, 1_001, 2_500].map { limiter.admit(at: .milliseconds($0)) }
        #expect(admitted == [0, nil, nil, 2, nil, 1])
    }

    @Test func `S11: each change of a call is one line with ids, without names and numbers`() async throws {
        let lines = LogLines()
        try await TestExchange.run(writingTo: lines) { server in
            let alice = try await TestClient.connect(to: server)
            try await alice.logIn(.telnyx, as: "alice", password: "alice-secret", session: "a")
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(.telnyx, as: "bob-phone", password: "phone-secret", session: "b")
            _ = try await alice.dial("1002", callID: "x", .telnyx)
            let leg = try #require(try await bob.told("telnyx_rtc.invite")["callID"]?.string)
            _ = try await alice.told("telnyx_rtc.ringing")
            bob.answer(leg, .telnyx)
            _ = try await bob.result(of: "answer")
            _ = try await alice.told("telnyx_rtc.answer")
            alice.bye("x", .telnyx)
            _ = try await alice.result(of: "bye")
            let told = lines.all.filter { $0.hasPrefix("info call changed") }
            for change in ["created", "planned", "rang", "answered", "left", "ended"] {
                #expect(told.contains { $0.contains("\"change\": \(change)") }, "\(change) of \(told)")
            }
            #expect(told.allSatisfy { !$0.contains("alice") && !$0.contains("bob") && !$0.contains("1002") })
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `S11: each change of a call to a number is one line with ids, without names and numbers`()
        async throws
    {
        let lines = LogLines()
        try await RingScene.play(writingTo: lines) { scene in
            let call = try await scene.numberRinging()
            call.answer(0)
            _ = try await scene.status(of: call.session) { $0["state"]?.string == "active" }
            call.hangUp()
            let told = { lines.all.filter { $0.hasPrefix("info call to a number changed") } }
            await lines.line { _ in told().contains { $0.contains("\"change\": ended") } }
            for change in ["ringing", "claimed", "active", "ended"] {
                #expect(told().count { $0.contains("\"change\": \(change)") } == 1, "\(change) of \(told())")
            }
            #expect(told().last?.contains("\"reason\": completedByCaller") == true)
            let names = ["alice", "bob", RingScene.number]
            #expect(told().allSatisfy { $0.contains("\"call\": \(call.session)") })
            #expect(told().allSatisfy { line in !names.contains { line.contains($0) } })
        }
    }
}
