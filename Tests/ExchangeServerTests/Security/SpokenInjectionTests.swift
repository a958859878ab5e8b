import ExchangeCore
import ExchangeServer
import NIOHTTP1
import Standins
import Testing
import WireJSON

/// SQL, and what else a text may be mistaken for, in what carriers and phones say.
@Suite(.timeLimit(.minutes(5))) struct SpokenInjectionTests {
    @Test(arguments: InjectionTests.payloads)
    func `whatever a caller of the public network is called, the call rings and is in the history`(
        _ payload: String
    ) async throws {
        try await RingScene.play { scene in
            let caller = scene.telnyx.callIn(from: payload, to: RingScene.number)
            let session = try #require(try await scene.pushes(2).first).session
            scene.act("hangup", on: caller)
            _ = try await scene.end(of: session)
            let calls = try await scene.history(of: TestHTTP.bearer(TestExchange.token))
            #expect(calls.map { $0["call_session_id"]?.string } == [session])
            #expect(calls.first?["caller_number"]?.string == payload)
        }
    }

    @Test(arguments: InjectionTests.payloads)
    func `whatever a channel or an event is called, it is told or refused, and others are told theirs`(
        _ payload: String
    ) async throws {
        try await BroadcastScene.run { scene in
            let (ann, annSocket) = try await scene.connect()
            let (bob, bobSocket) = try await scene.connect()
            try await scene.listen(bob, bobSocket, to: "private-b")
            for channel in [payload, "private-\(payload)", "presence-\(payload)"] {
                scene.subscribe(ann, annSocket, to: channel)
                let reply = try #require(try await ann.message()["event"]?.string)
                #expect(
                    ["pusher_internal:subscription_succeeded", "pusher:error", "pusher:subscription_error"].contains(
                        reply))
                #expect([200, 422].contains(try await scene.publish("x", to: channel).status))
            }
            try await scene.listen(ann, annSocket, to: "private-b")
            let said = "client-\(payload)"
            ann.send(["event": .string(said), "channel": "private-b", "data": "by ann"])
            #expect(try await bob.message() == ["event": .string(said), "channel": "private-b", "data": "by ann"])
            #expect(try await scene.publish(payload, to: "private-b", data: payload).status == 200)
            #expect(
                try await bob.message() == [
                    "event": .string(payload), "channel": "private-b", "data": .string(payload),
                ])
        }
    }

    @Test(arguments: InjectionTests.payloads)
    func `whatever a phone says in its texts, it is answered, and calls go on`(_ payload: String) async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await TestExchange.run({
            $0.databasePath = folder.path
            $0.calling.showsClaimedNames = true
        }) { server in
            let said = JSONValue.string(payload)
            let stranger = try await TestClient.connect(to: server)
            stranger.request("in", "login", ["login": said, "passwd": said, "sessid": said, "User-Agent": said])
            _ = try await stranger.failure(of: "in")

            let (alice, bob) = (try await TestClient.connect(to: server), try await TestClient.connect(to: server))
            try await alice.logIn(.telnyx, as: "alice", password: "alice-secret", session: payload)
            try await bob.logIn(.telnyx, as: "bob", password: "bob-secret", session: "bob")
            for (callee, call) in [(payload, "stranger"), ("bob", payload)] {
                let dialog: JSONObject = [
                    "callID": .string(call), "destination_number": .string(callee), "caller_id_name": said,
                    "caller_id_number": said, "clientState": said, "remote_caller_id_name": said,
                    "custom_headers": [["name": "X-Said", "value": said]],
                ]
                alice.request(
                    "dial", "telnyx_rtc.invite", ["sdp": .string(TestSDP.offer), "dialogParams": .object(dialog)])
                _ = try await alice.message()
                if callee == payload { _ = try await alice.message() }
            }
            let invite = try await bob.told("telnyx_rtc.invite")
            #expect(invite["callID"] != nil)
            let calls = try await AccountClient.logIn(server, as: "bob").ask(.GET, "/api/calls").object["calls"]?.array
            #expect(calls?.count == 1)
        }
    }
}
