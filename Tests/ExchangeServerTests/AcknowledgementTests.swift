import ExchangeCore
import ExchangeServer
import Redaction
import Testing
import Verto
import WireJSON

/// Two clients that are like Telnyx' JavaScript client: they acknowledge what they have, and take a new description
/// only with an offer of the call.
@Suite(.timeLimit(.minutes(5))) struct AcknowledgementTests {
    private static let telnyx = TestDialect.telnyx

    /// A call of alice's to bob, as `c`; alice has acknowledged each message.
    private static func inCall(
        _ body: (_ server: ExchangeServer, _ alice: TestClient, _ bob: TestClient, _ leg: String) async throws -> Void
    ) async throws {
        try await TestExchange.run { server in
            let alice = try await TestClient.connect(to: server)
            let bob = try await TestClient.connect(to: server)
            try await alice.logIn(telnyx, as: "alice", password: "alice-secret", session: "a")
            try await bob.logIn(telnyx, as: "bob", password: "bob-secret", session: "b")
            _ = try await alice.dial("bob", callID: "c", telnyx)
            let invite = try await bob.next("telnyx_rtc.invite")
            bob.acknowledge(invite)
            let leg = try #require(invite["params"]?.object?["callID"]?.string)
            alice.acknowledge(try await alice.next("telnyx_rtc.ringing"))
            bob.answer(leg, telnyx)
            _ = try await bob.result(of: "answer")
            alice.acknowledge(try await alice.next("telnyx_rtc.answer"))
            // What alice says next comes after that.
            alice.request("ping", "telnyx_rtc.ping", [:])
            _ = try await alice.result(of: "ping")
            try await body(server, alice, bob, leg)
        }
    }

    private static func comeBack(_ server: ExchangeServer) async throws -> (client: TestClient, probe: JSONObject) {
        let again = try await TestClient.connect(to: server)
        again.requestLogin(telnyx, as: "alice", password: "alice-secret", session: "a")
        #expect(try await again.result(of: "login")["sessid"] == "a")
        let probe = try await again.message()
        #expect(probe["method"] == "telnyx_rtc.answer")
        #expect(probe["params"] == ["callID": "c"])
        return (again, probe)
    }

    /// What the exchange decides by that: `ProbeTests`.
    @Test func `F4: only an acknowledged answer shows that a client acknowledges answered calls`() {
        let invite = VertoServerInvite(callID: "c", sdp: "v=0")
        #expect(AwaitedReceipt(of: .invite(invite))?.shown == .hasCall)
        #expect(AwaitedReceipt(of: .ringing(VertoProgress(callID: "c")))?.shown == .hasRingingCall)
        #expect(AwaitedReceipt(of: .answer(VertoProgress(callID: "c", sdp: "v=0")))?.shown == .hasAnsweredCall)
        for request in [.bye(VertoBye(callID: "c")), .attach(invite)] as [VertoServerRequest] {
            #expect(AwaitedReceipt(of: request) == nil, "its acknowledgement shows nothing")
        }
    }

    @Test func `a client that acknowledges its call after a cut is not offered it anew`() async throws {
        try await Self.inCall { server, alice, _, _ in
            await alice.close()
            let (again, probe) = try await Self.comeBack(server)
            again.acknowledge(probe)
            #expect(try await again.told("telnyx_rtc.clientReady")["reattached_sessions"] == ["c"])
            again.bye("c", Self.telnyx)
            #expect(try await again.result(of: "bye")["message"] == "CALL ENDED")
        }
    }

    @Test func `a client that refuses the question is offered its call before it is ready`() async throws {
        try await Self.inCall { server, alice, _, _ in
            await alice.close()
            let (again, probe) = try await Self.comeBack(server)
            again.send([
                "jsonrpc": "2.0", "id": probe["id"] ?? .null, "error": ["code": -32_000, "message": "no such call"],
            ])
            #expect(try await again.told("telnyx_rtc.attach")["callID"] == "c")
            #expect(try await again.told("telnyx_rtc.clientReady")["reattached_sessions"] == ["c"])
        }
    }

    @Test func `a client that says nothing is offered its call after a while`() async throws {
        try await Self.inCall { server, alice, _, _ in
            await alice.close()
            let (again, _) = try await Self.comeBack(server)
            #expect(try await again.told("telnyx_rtc.attach")["callID"] == "c")
            #expect(try await again.told("telnyx_rtc.clientReady")["reattached_sessions"] == ["c"])
        }
    }

    @Test func `new media of one are offered to the other with its call, and its answer is the reply`() async throws {
        try await Self.inCall { _, alice, bob, leg in
            let restarted = TestSDP.offer.replacing("offr", with: "more")
            alice.request(
                "modify", "telnyx_rtc.modify",
                ["action": "updateMedia", "callID": "c", "sdp": .string(restarted), "dialogParams": ["callID": "c"]])
            let attach = try await bob.next("telnyx_rtc.attach")
            #expect(attach["params"]?.object?["sdp"]?.string?.contains("a=ice-ufrag:more") == true)
            bob.acknowledge(attach)
            let answer = TestSDP.answer.replacing("answ", with: "back")
            bob.request(
                "attach", "telnyx_rtc.attach", ["sdp": .string(answer), "dialogParams": ["callID": .string(leg)]])
            #expect(try await bob.result(of: "attach") == ["sessid": "b"])
            #expect(try await alice.result(of: "modify")["sdp"]?.string == answer)
        }
    }
}

extension TestClient {
    /// Acknowledges a request of the server, as Telnyx' clients do for a call that they have.
    fileprivate func acknowledge(_ request: JSONObject) {
        send(["jsonrpc": "2.0", "id": request["id"] ?? .null, "result": ["method": request["method"] ?? .null]])
    }
}
