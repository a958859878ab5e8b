import ExchangeServer
import Testing
import WireJSON

/// Calls that end before they are answered: declined, busy, canceled.
@Suite(.timeLimit(.minutes(5))) struct DeclineTests {
    struct Refusal: Sendable, CustomTestStringConvertible {
        var dialect: TestDialect
        var code: Int64
        var cause: String
        var sipCode: Int64
        var sipReason: String

        var testDescription: String { "\(dialect.rawValue)bye \(cause)" }

        static let all = TestDialect.allCases.flatMap { dialect in
            [
                Refusal(dialect: dialect, code: 17, cause: "USER_BUSY", sipCode: 486, sipReason: "Busy Here"),
                Refusal(dialect: dialect, code: 21, cause: "CALL_REJECTED", sipCode: 603, sipReason: "Decline"),
            ]
        }
    }

    @Test(arguments: Refusal.all)
    func `the caller is told why the only device that rang refused`(_ refusal: Refusal) async throws {
        let dialect = refusal.dialect
        try await ringing(dialect, devices: 1) { alice, devices in
            let (phone, leg) = devices[0]
            phone.bye(leg, dialect, cause: refusal.code)
            #expect(try await phone.result(of: "bye")["message"] == "CALL ENDED")
            expect(try await alice.told(dialect.rawValue + "bye"), says: refusal)
        }
    }

    @Test(arguments: Refusal.all)
    func `the other device rings on until it refuses too`(_ refusal: Refusal) async throws {
        let dialect = refusal.dialect
        try await ringing(dialect, devices: 2) { alice, devices in
            let (phone, first) = devices[0]
            let (desk, second) = devices[1]
            phone.bye(first, dialect, cause: refusal.code)
            _ = try await phone.result(of: "bye")
            // Whatever the refusal made the exchange say would come before these replies.
            for client in [alice, desk] {
                client.request("ping", "echo", ["still": "ringing"])
                _ = try await client.result(of: "ping")
            }
            desk.bye(second, dialect, cause: refusal.code)
            _ = try await desk.result(of: "bye")
            expect(try await alice.told(dialect.rawValue + "bye"), says: refusal)
        }
    }

    @Test(arguments: Refusal.all)
    func `a device that rings on after a refusal can answer`(_ refusal: Refusal) async throws {
        let dialect = refusal.dialect
        try await ringing(dialect, devices: 2) { alice, devices in
            let (phone, first) = devices[0]
            let (desk, second) = devices[1]
            phone.bye(first, dialect, cause: refusal.code)
            _ = try await phone.result(of: "bye")
            desk.answer(second, dialect)
            #expect(try await desk.result(of: "answer")["sessid"] == "b2")
            #expect(try await alice.told(dialect.rawValue + "answer")["callID"] == "c")
        }
    }

    @Test(arguments: Refusal.all)
    func `a device that says its cause as a word is understood`(_ refusal: Refusal) async throws {
        let dialect = refusal.dialect
        try await ringing(dialect, devices: 1) { alice, devices in
            let (phone, leg) = devices[0]
            phone.bye(leg, dialect, saying: ["cause": .string(refusal.cause)])
            _ = try await phone.result(of: "bye")
            expect(try await alice.told(dialect.rawValue + "bye"), says: refusal)
        }
    }

    @Test(arguments: TestDialect.allCases)
    func `F7: a device that hangs up before the answer with cause 16 has declined for the caller`(
        _ dialect: TestDialect
    ) async throws {
        try await ringing(dialect, devices: 1) { alice, devices in
            let (phone, leg) = devices[0]
            phone.bye(leg, dialect, cause: 16)
            _ = try await phone.result(of: "bye")
            let refusal = Refusal(
                dialect: dialect, code: 21, cause: "CALL_REJECTED", sipCode: 603, sipReason: "Decline")
            expect(try await alice.told(dialect.rawValue + "bye"), says: refusal)
        }
    }

    @Test func `a SIP status that the device gives is the one the caller is told`() async throws {
        try await ringing(.telnyx, devices: 1) { alice, devices in
            let (phone, leg) = devices[0]
            phone.bye(
                leg, .telnyx, saying: ["causeCode": 21, "sipCode": 606, "sipReason": "Not Acceptable"])
            _ = try await phone.result(of: "bye")
            let bye = try await alice.told("telnyx_rtc.bye")
            #expect(bye["causeCode"] == 21 && bye["cause"] == "CALL_REJECTED")
            expect(bye, in: .telnyx, hasSIP: 606, "Not Acceptable")
        }
    }

    @Test func `a status that no call ends with is not passed on`() async throws {
        try await ringing(.telnyx, devices: 1) { alice, devices in
            let (phone, leg) = devices[0]
            phone.bye(leg, .telnyx, saying: ["causeCode": 21, "sipCode": 200, "sipReason": "OK"])
            _ = try await phone.result(of: "bye")
            expect(try await alice.told("telnyx_rtc.bye"), in: .telnyx, hasSIP: 603, "Decline")
        }
    }

    @Test(arguments: TestDialect.allCases)
    func `a caller who hangs up while it rings cancels on every device`(_ dialect: TestDialect) async throws {
        try await ringing(dialect, devices: 2) { alice, devices in
            alice.bye("c", dialect)
            #expect(try await alice.result(of: "bye")["message"] == "CALL ENDED")
            for (device, leg) in devices {
                let bye = try await device.told(dialect.rawValue + "bye")
                #expect(bye["callID"]?.string == leg)
                #expect(bye["causeCode"] == 487)
                #expect(bye["cause"] == "ORIGINATOR_CANCEL")
                expect(bye, in: dialect, hasSIP: 487, "Request Terminated")
            }
        }
    }

    @Test(arguments: TestDialect.allCases)
    func `an unanswered call ends with the same words for all devices`(_ dialect: TestDialect) async throws {
        try await ringing(dialect, devices: 1, { $0.limits.ringing = .milliseconds(60) }) { alice, devices in
            for bye in [
                try await alice.told(dialect.rawValue + "bye"), try await devices[0].0.told(dialect.rawValue + "bye"),
            ] {
                #expect(bye["causeCode"] == 19)
                #expect(bye["cause"] == "NO_ANSWER")
                expect(bye, in: dialect, hasSIP: 480, "Temporarily Unavailable")
            }
        }
    }

    @Test(arguments: TestDialect.allCases)
    func `a call that stood ends without a SIP status`(_ dialect: TestDialect) async throws {
        try await ringing(dialect, devices: 1) { alice, devices in
            let (phone, leg) = devices[0]
            phone.answer(leg, dialect)
            _ = try await phone.result(of: "answer")
            phone.bye(leg, dialect)
            _ = try await alice.told(dialect.rawValue + "answer")
            if dialect == .freeSwitch { _ = try await alice.told("verto.display") }
            let bye = try await alice.told(dialect.rawValue + "bye")
            #expect(bye["causeCode"] == 16)
            expect(bye, in: dialect, hasSIP: nil, nil)
        }
    }

    private func expect(_ bye: JSONObject, says refusal: Refusal) {
        #expect(bye["callID"] == "c")
        #expect(bye["causeCode"]?.integer == refusal.code)
        #expect(bye["cause"]?.string == refusal.cause)
        expect(bye, in: refusal.dialect, hasSIP: refusal.sipCode, refusal.sipReason)
    }

    /// FreeSWITCH's clients know no SIP status.
    private func expect(_ bye: JSONObject, in dialect: TestDialect, hasSIP code: Int64?, _ reason: String?) {
        #expect(bye["sipCode"]?.integer == (dialect == .telnyx ? code : nil))
        #expect(bye["sipReason"]?.string == (dialect == .telnyx ? reason : nil))
    }

    /// alice calls bob as `c`; his devices ring, each given with its name of the call.
    private func ringing(
        _ dialect: TestDialect, devices count: Int,
        _ change: (inout ExchangeConfiguration) -> Void = { _ in },
        _ body: (_ alice: TestClient, _ devices: [(TestClient, String)]) async throws -> Void
    ) async throws {
        try await TestExchange.run(change) { server in
            let alice = try await TestClient.connect(to: server)
            try await alice.logIn(dialect, as: "alice", password: "alice-secret", session: "a")
            var clients: [TestClient] = []
            for (number, name) in ["phone", "desk"].prefix(count).enumerated() {
                let client = try await TestClient.connect(to: server)
                let session = "b\(number + 1)"
                try await client.logIn(dialect, as: "bob-\(name)", password: "\(name)-secret", session: session)
                clients.append(client)
            }
            _ = try await alice.dial("bob", callID: "c", dialect)
            var devices: [(TestClient, String)] = []
            for client in clients {
                let invite = try await client.told(dialect.rawValue + "invite")
                devices.append((client, try #require(invite["callID"]?.string)))
            }
            if dialect == .telnyx { _ = try await alice.told("telnyx_rtc.ringing") }
            try await body(alice, devices)
        }
    }
}
