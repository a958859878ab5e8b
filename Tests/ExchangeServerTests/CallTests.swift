import ExchangeServer
import Testing
import WireJSON

@Suite(.timeLimit(.minutes(5))) struct CallTests {
    @Test(arguments: TestDialect.allCases)
    func `a call is placed, answered and ended`(_ dialect: TestDialect) async throws {
        try await TestExchange.run { server in
            let alice = try await TestClient.connect(to: server)
            let bob = try await TestClient.connect(to: server)
            try await alice.logIn(dialect, as: "alice", password: "alice-secret", session: "s-alice")
            try await bob.logIn(dialect, as: "bob@example.com", password: "bob-secret", session: "s-bob")

            _ = try await alice.dial("1002", callID: "call-1", dialect)
            let invite = try await bob.told(dialect.rawValue + "invite")
            let legID = try #require(invite["callID"]?.string)
            #expect(legID != "call-1")
            #expect(invite["sdp"]?.string == TestSDP.offer)
            #expect(invite["caller_id_name"]?.string == "User alice", "not what the app claims")
            #expect(invite["caller_id_number"]?.string == "1001", "a number that is not the caller's own is not shown")
            if dialect == .telnyx { _ = try await alice.told("telnyx_rtc.ringing") }

            bob.answer(legID, dialect)
            let answered = try await bob.result(of: "answer")
            #expect(answered == ["sessid": "s-bob"])
            let answer = try await alice.told(dialect.rawValue + "answer")
            #expect(answer["callID"]?.string == "call-1")
            #expect(answer["sdp"]?.string == TestSDP.answer)
            if dialect == .freeSwitch {
                #expect(try await alice.told("verto.display")["display_number"]?.string == "1002")
                #expect(try await bob.told("verto.display")["display_number"]?.string == "1001")
            }

            alice.bye("call-1", dialect)
            let ended = try await alice.result(of: "bye")
            #expect(ended["message"]?.string == "CALL ENDED")
            let bye = try await bob.told(dialect.rawValue + "bye")
            #expect(bye["causeCode"]?.integer == 16)
            #expect(bye["cause"]?.string == "NORMAL_CLEARING")
        }
    }
}
