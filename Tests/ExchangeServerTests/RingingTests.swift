import ExchangeCore
import ExchangeServer
import Testing
import WireJSON

@Suite(.timeLimit(.minutes(5))) struct RingingTests {
    /// alice, and bob with two devices; the last argument is the exchange.
    private func withDevices(
        _ dialect: TestDialect,
        _ body: (_ alice: TestClient, _ phone: TestClient, _ desk: TestClient, ExchangeServer) async throws -> Void
    ) async throws {
        try await TestExchange.run { server in
            let alice = try await TestClient.connect(to: server)
            try await alice.logIn(dialect, as: "alice", password: "alice-secret", session: "a")
            let phone = try await TestClient.connect(to: server)
            try await phone.logIn(dialect, as: "bob-phone", password: "phone-secret", session: "b1")
            let desk = try await TestClient.connect(to: server)
            try await desk.logIn(dialect, as: "bob-desk", password: "desk-secret", session: "b2")
            try await body(alice, phone, desk, server)
        }
    }

    @Test(arguments: TestDialect.allCases)
    func `two devices ring, both answer at once and one wins`(_ dialect: TestDialect) async throws {
        try await withDevices(dialect) { alice, phone, desk, _ in
            _ = try await alice.dial("bob", callID: "c", dialect)
            let one = try #require(try await phone.told(dialect.rawValue + "invite")["callID"]?.string)
            let two = try #require(try await desk.told(dialect.rawValue + "invite")["callID"]?.string)
            #expect(one != two)
            phone.answer(one, dialect)
            desk.answer(two, dialect)

            var winners = 0
            for device in [phone, desk] {
                let first = try await device.message()
                if first["result"] != nil {
                    winners += 1
                } else {
                    // The loser is told by a bye, and its answer is refused; whichever it hears first.
                    let other = try await device.message()
                    let bye = try #require((first["method"] != nil ? first : other)["params"]?.object)
                    let failure = try #require((first["error"] ?? other["error"])?.object)
                    #expect(bye["cause"]?.string == (dialect == .telnyx ? "PICKED_OFF" : "LOSE_RACE"))
                    #expect(bye["causeCode"]?.integer == (dialect == .telnyx ? 805 : 702))
                    #expect(bye["sipCode"]?.integer == (dialect == .telnyx ? 487 : nil))
                    #expect(failure["message"] == "CALL HAS ENDED")
                }
            }
            #expect(winners == 1)
        }
    }

    @Test func `a candidate travels to the other side`() async throws {
        try await withDevices(.telnyx) { alice, phone, _, _ in
            let trickling = TestSDP.offer.split(separator: "\r\n").filter {
                !$0.hasPrefix("a=candidate") && !$0.hasPrefix("a=end")
            }
            let dialog: JSONObject = ["callID": "c", "destination_number": "bob"]
            alice.request(
                "dial", "telnyx_rtc.invite",
                [
                    "sdp": .string(trickling.joined(separator: "\r\n") + "\r\n"), "trickle": true,
                    "dialogParams": .object(dialog),
                ])
            _ = try await alice.result(of: "dial")
            let leg = try await phone.told("telnyx_rtc.invite")["callID"]
            let candidate = "candidate:1 1 udp 2130706431 127.0.0.1 40000 typ host"
            alice.request(
                "k", "telnyx_rtc.candidate",
                ["candidate": .string(candidate), "sdpMid": "0", "sdpMLineIndex": 0, "dialogParams": ["callID": "c"]])
            let told = try await phone.told("telnyx_rtc.candidate")
            #expect(told["candidate"]?.string == candidate)
            #expect(told["callID"] == leg)
            #expect(told["sdpMid"] == "0")
        }
    }

    @Test(arguments: [true, false])
    func `a device that rings describes its media, and the caller's device that takes it is told`(
        callerTakesIt: Bool
    ) async throws {
        try await TestExchange.run({ $0.calling.connectsColleaguesWhileRinging = true }) { server in
            let alice = try await TestClient.connect(to: server)
            try await alice.logIn(
                .telnyx, as: "alice", password: "alice-secret", session: "a", connectsWhileRinging: callerTakesIt)
            let phone = try await TestClient.connect(to: server)
            try await phone.logIn(
                .telnyx, as: "bob-phone", password: "phone-secret", session: "b1", connectsWhileRinging: true)
            alice.request(
                "dial", "telnyx_rtc.invite",
                [
                    "sdp": .string(TestSDP.offer), "trickle": true,
                    "dialogParams": ["callID": "c", "destination_number": "bob"],
                ])
            _ = try await alice.result(of: "dial")
            let invite = try await phone.told("telnyx_rtc.invite")
            #expect(invite["earlyDescription"] == (callerTakesIt ? true : nil))
            guard callerTakesIt else { return }
            _ = try await alice.told("telnyx_rtc.ringing")
            let leg = try #require(invite["callID"]?.string)
            phone.request(
                "early", "telnyx_rtc.media",
                [
                    "sdp": .string(TestSDP.answer), "trickle": true, "dialogParams": ["callID": .string(leg)],
                ])
            _ = try await phone.result(of: "early")
            let media = try await alice.told("telnyx_rtc.media")
            #expect(media["earlyDescription"] == true)
            #expect(media["callID"] == "c")
            #expect(media["sdp"]?.string == TestSDP.answer)
        }
    }
}
