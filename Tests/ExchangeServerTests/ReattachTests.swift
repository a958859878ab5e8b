import ExchangeServer
import Testing
import WireJSON

@Suite(.timeLimit(.minutes(5))) struct ReattachTests {
    @Test(arguments: TestDialect.allCases)
    func `a device that lost its socket is offered its call again`(_ dialect: TestDialect) async throws {
        try await TestExchange.run { server in
            let alice = try await TestClient.connect(to: server)
            try await alice.logIn(dialect, as: "alice", password: "alice-secret", session: "a")
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(dialect, as: "bob", password: "bob-secret", session: "b")
            _ = try await alice.dial("bob", callID: "c", dialect)
            let leg = try #require(try await bob.told(dialect.rawValue + "invite")["callID"]?.string)
            bob.answer(leg, dialect)
            _ = try await bob.result(of: "answer")
            await bob.close()

            let again = try await TestClient.connect(to: server)
            again.requestLogin(dialect, as: "bob", password: "bob-secret", session: "b")
            #expect(try await again.result(of: "login")["sessid"] == "b")
            let attach = try await again.told(dialect.rawValue + "attach")
            #expect(attach["callID"]?.string == leg)
            #expect(attach["sdp"]?.string?.contains("a=setup:actpass") == true)
            #expect(try await again.told(dialect.rawValue + "clientReady")["reattached_sessions"] == [.string(leg)])
            let answer: JSONObject = ["sdp": .string(TestSDP.answer), "dialogParams": ["callID": .string(leg)]]
            again.request("attach", dialect.rawValue + "attach", answer)
            #expect(try await again.result(of: "attach") == ["sessid": "b"])
            again.bye(leg, dialect)
            #expect(try await again.result(of: "bye")["message"] == "CALL ENDED")
        }
    }

    @Test func `a call that comes while a page is loaded again rings there`() async throws {
        try await TestExchange.run { server in
            let alice = try await TestClient.connect(to: server)
            try await alice.logIn(.telnyx, as: "alice", password: "alice-secret", session: "a")
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(.telnyx, as: "bob", password: "bob-secret", session: "b")
            try await bob.leave(code: 1001)
            _ = try await alice.dial("bob", callID: "c", .telnyx)

            let again = try await TestClient.connect(to: server)
            try await again.logIn(.telnyx, as: "bob", password: "bob-secret", session: "b")
            _ = try await again.told("telnyx_rtc.invite")
            _ = try await alice.told("telnyx_rtc.ringing")
        }
    }

    @Test(arguments: TestDialect.allCases)
    func `a device whose socket died unnoticed is told of an end again, before it hears which calls stand`(
        _ dialect: TestDialect
    ) async throws {
        try await TestExchange.run { server in
            let alice = try await TestClient.connect(to: server)
            try await alice.logIn(dialect, as: "alice", password: "alice-secret", session: "a")
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(dialect, as: "bob", password: "bob-secret", session: "b")
            _ = try await alice.dial("bob", callID: "c", dialect)
            let leg = try #require(try await bob.told(dialect.rawValue + "invite")["callID"]?.string)
            bob.answer(leg, dialect)
            _ = try await bob.result(of: "answer")
            // Of the socket that it is sent on the exchange does not know whether it still leads anywhere.
            alice.bye("c", dialect)
            _ = try await bob.next(dialect.rawValue + "bye")

            let again = try await TestClient.connect(to: server)
            again.requestLogin(dialect, as: "bob", password: "bob-secret", session: "b")
            #expect(try await again.result(of: "login")["sessid"] == "b")
            let bye = try await again.told(dialect.rawValue + "bye")
            #expect(bye["callID"]?.string == leg && bye["cause"] == "NORMAL_CLEARING")
            #expect(try await again.told(dialect.rawValue + "clientReady")["reattached_sessions"] == [])
        }
    }

    @Test(arguments: TestDialect.allCases)
    func `a phone of ours is asked for a fresh offer, and is given the answer of who came back`(
        _ dialect: TestDialect
    ) async throws {
        try await TestExchange.run { server in
            let alice = try await TestClient.connect(to: server)
            try await alice.logIn(dialect, as: "alice", password: "alice-secret", session: "a", keepsHold: true)
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(dialect, as: "bob", password: "bob-secret", session: "b")
            _ = try await alice.dial("bob", callID: "c", dialect)
            let leg = try #require(try await bob.told(dialect.rawValue + "invite")["callID"]?.string)
            bob.answer(leg, dialect)
            await bob.close()

            let again = try await TestClient.connect(to: server)
            again.requestLogin(dialect, as: "bob", password: "bob-secret", session: "b")
            let asked = try await alice.next(dialect.rawValue + "modify")
            #expect(asked["params"]?.object?["action"] == "updateMedia")
            #expect(asked["params"]?.object?["sdp"] == nil)
            let fresh = TestSDP.offer.replacing("offr", with: "more")
            let made: JSONObject = ["callID": "c", "action": "updateMedia", "sdp": .string(fresh)]
            alice.send(["jsonrpc": "2.0", "id": asked["id"] ?? .null, "result": .object(made)])

            #expect(try await again.result(of: "login")["sessid"] == "b")
            let attach = try await again.told(dialect.rawValue + "attach")
            #expect(attach["sdp"]?.string?.contains("a=ice-ufrag:more") == true)
            #expect(try await again.told(dialect.rawValue + "clientReady")["reattached_sessions"] == [.string(leg)])
            let sdp = TestSDP.answer.replacing("answ", with: "back")
            again.request(
                "attach", dialect.rawValue + "attach", ["sdp": .string(sdp), "dialogParams": ["callID": .string(leg)]])
            #expect(try await again.result(of: "attach") == ["sessid": "b"])
            let answered = try await alice.next(dialect.rawValue + "media")
            #expect(answered["params"]?.object?["sdp"]?.string == sdp)
        }
    }
}
