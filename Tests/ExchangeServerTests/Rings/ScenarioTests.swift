import CallModel
import ExchangeCarrier
import ExchangeServer
import NIOHTTP1
import Redaction
import RingTime
import Standins
import Testing
import WireJSON

/// Numbered situations that only the running exchange can show: `Documentation/RingScenarios.md`.
@Suite(.timeLimit(.minutes(5))) struct ScenarioTests {
    // MARK: - Pushing

    @Test func `scenario 54: a token registered after it was gone stays, an older one goes`() async throws {
        try await RingScene.play { scene in
            // Both tokens were told to the exchange at second 1,700,000,000.
            let tokens = ["alice1", "alice2"].map(RingScene.tokenText)
            for token in tokens { scene.apns.register(APNsDevice(token: token)) }
            scene.apns.unregister(tokens[0], at: .seconds(1_699_999_999))
            scene.apns.unregister(tokens[1], at: .seconds(1_700_000_001))
            let first = scene.telnyx.callIn(from: "+15550100001", to: RingScene.number)
            try await scene.figure("carillon_pushes_total", "token_gone", reaches: 2)
            scene.act("hangup", on: first)
            _ = try await scene.until { scene.legs.allSatisfy { $0.state == "over" } ? true : nil }
            // Now Apple would take either.
            for token in tokens { scene.apns.register(APNsDevice(token: token)) }
            let second = scene.telnyx.callIn(from: "+15550100001", to: RingScene.number)
            // The first call's end may be told by push as well.
            let ring = try await scene.until {
                scene.apns.received.compactMap { RungPush($0) }.first { $0.type == "call" }
            }
            scene.act("hangup", on: second)
            _ = try await scene.status(of: ring.session) { $0["state"]?.string == "ended" }
            _ = try await scene.until {
                let ends = scene.apns.received.compactMap { RungPush($0) }.filter { $0.type == "ended" }
                return ends.first { $0.session == ring.session }
            }
            #expect(Set(scene.apns.received.map(\.device)) == [tokens[0]])
        }
    }

    // MARK: - Who may say what

    @Test func `scenario 60: forged news is counted, and of it nothing is kept or done`() async throws {
        try await RingScene.play { scene in
            let body =
                #"{"data":{"event_type":"call.initiated","id":"forged","payload":{"call_control_id":"v3:forged","#
                + #""direction":"incoming","from":"+15550100001","to":"\#(RingScene.number)"}}}"#
            let signed = [
                ("telnyx-timestamp", "\(scene.clock.now.components.seconds)"),
                ("telnyx-signature-ed25519", String(repeating: "A", count: 86) + "=="),
            ]
            for headers in [[], signed] {
                #expect(try await TestHTTP.post(scene.server, "/webhooks/telnyx", headers, body).status == 401)
            }
            #expect(try await scene.figure("carillon_webhooks_total", "forged") == 1)
            #expect(try await scene.figure("carillon_webhooks_total", "unsigned") == 1)
            #expect(try await scene.history(of: TestHTTP.bearer(TestExchange.token)).isEmpty)
            // A true call, which comes after it, is the first thing that happens.
            let (_, session, _) = try await scene.ringing()
            let all = try await scene.history(of: TestHTTP.bearer(TestExchange.token))
            #expect(all.map { $0["call_session_id"]?.string } == [session])
            #expect(scene.asked("/v2/calls").allSatisfy { !$0.path.contains("forged") })
        }
    }

    /// Telnyx's replies to the dials are lost, so news is all that tells of the legs; once it does not even carry our mark.
    @Test(arguments: [false, true])
    func `scenario 61: an answer that is told before its dial is answered is heard`(isUnmarked: Bool) async throws {
        try await RingScene.play {
            // Each lost reply is waited for while the phones ring.
            $0.telnyx?.settings.replyWait = .milliseconds(500)
        } _: { scene in
            scene.telnyx.set { $0.leavesStateOut = isUnmarked }
            scene.telnyx.plan(HTTPFault(.loseResponse, count: nil, path: "/v2/calls"))
            let (caller, session, rung) = try await scene.ringing()
            scene.act("answer", on: rung[0].id)
            let active = try await scene.status(of: session) { $0["state"]?.string == "active" }
            #expect(["alice1", "alice2"].contains(active["winner"]?.string))
            let parked = try await scene.figure("carillon_webhooks_total", "parked")
            #expect(isUnmarked ? parked >= 2 : parked == 0, "each leg has told at least that it is there")
            scene.act("hangup", on: caller)
            _ = try await scene.until { scene.legs.allSatisfy { $0.state == "over" } ? true : nil }
            _ = try await scene.status(of: session) { $0["state"]?.string == "ended" }
            #expect(try await scene.figure("carillon_webhooks_total", "never_known") == 0)
            #expect(try await scene.figure("carillon_webhooks_total", "unknown_session") == 0)
        }
    }

    /// A phone changes hands: the user who signs in on it has the token, and calls of the former user never reach it.
    @Test func `scenario 73: a token that moves between users is stolen whole`() async throws {
        try await RingScene.play { scene in
            let token = String(repeating: "a1", count: 32)
            let body =
                #"{"tokens":[{"kind":"apns_voip","token":"\#(token)","environment":"production","#
                + #""topic":"\#(RingScene.topic)"}],"credentials":false}"#
            for user in ["alice", "bob"] {
                let account = try await AccountClient.logIn(scene.server, as: user)
                #expect(try await account.ask(.POST, "/api/device-tokens", body).status == 200)
            }
            for (caller, callee, reaches) in [("alice", "bob", true), ("bob", "alice", false)] {
                let phone = try await TestClient.connect(to: scene.server)
                try await phone.logIn(.telnyx, as: caller, password: "\(caller)-secret", session: caller)
                let known = scene.apns.receivedCount
                _ = try await phone.dial(callee, callID: "c", .telnyx)
                _ = try await scene.pushes(known + 2)
                phone.bye("c", .telnyx)
                // The messages about the end come after every ring.
                let all = try await scene.pushes(known + 4).dropFirst(known)
                #expect(all.contains { $0.token == token } == reaches, "\(caller) calls \(callee)")
            }
        }
    }
}
