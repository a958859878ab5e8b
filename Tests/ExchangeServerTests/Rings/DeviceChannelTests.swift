import Broadcast
import CallModel
import ExchangeServer
import NIOHTTP1
import RingCore
import RingTime
import Standins
import Testing
import WireJSON

/// What one device is told of a call to a number, on its own channel over a real socket.
@Suite(.timeLimit(.minutes(5))) struct DeviceChannelTests {
    private func play(
        _ change: (inout ExchangeConfiguration) throws -> Void = { _ in },
        _ body: (RingScene, BroadcastScene) async throws -> Void
    ) async throws {
        try await RingScene.play {
            $0.broadcastApps = [BroadcastScene.app]
            try change(&$0)
        } _: { scene in
            try await body(scene, BroadcastScene(server: scene.server))
        }
    }

    private static func credentials(of device: String) -> String { TestHTTP.basic(device, "\(device)-secret") }

    private func ask(
        _ feed: BroadcastScene, _ socket: SocketID, _ device: String, _ authorization: String
    ) async throws -> TestHTTP.Reply {
        let channel = ChannelName.ofDevice(device)
        let wish: JSONObject = ["socket_id": .string("\(socket)"), "channel_name": .string(channel)]
        return try await BroadcastScene.askAuth(feed.server, wish, authorization)
    }

    /// A device that listens to its channel.
    private func listen(
        _ feed: BroadcastScene, as device: String, _ authorization: String? = nil
    ) async throws -> TestClient {
        let (client, socket) = try await feed.connect()
        let answer = try await ask(feed, socket, device, authorization ?? Self.credentials(of: device))
        try #require(answer.status == 200)
        var data = answer.object
        data["channel"] = .string(ChannelName.ofDevice(device))
        client.send(["event": "pusher:subscribe", "data": .object(data)])
        _ = try await client.event("pusher_internal:subscription_succeeded")
        return client
    }

    private func states(_ client: TestClient, _ count: Int) async throws -> [String] {
        var states: [String] = []
        while states.count < count {
            let news = try await client.event("ring_changed")
            states.append([news["state"], news["reason"]].compactMap { $0?.string }.joined(separator: " "))
        }
        return states
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 51: without any push a device hears of the call on its connection, and takes it`(
        carrier: CarrierKind
    )
        async throws
    {
        try await play {
            $0.push = nil
        } _: { scene, feed in
            let phone = try await listen(feed, as: "alice2")
            let before = Int64(scene.clock.now.components.seconds)
            let call = try await carrier.ring(scene)
            let news = try await phone.event("ring_changed")
            #expect(news["state"] == "ringing" && news["device_id"] == "alice2")
            #expect(news["organization_id"] == "acme" && news["version"] == 1 && news["reason"] == .null)
            #expect(news["provider"]?.string == carrier.provider)
            let until = try #require(news["until"]?.integer)
            #expect(until >= (before + 25) * 1_000)
            #expect(news["call_session_id"]?.string == call.session)
            #expect(try await call.ask("claim", 1)["reply"] == "granted")
            try await call.answer(1)
            #expect(try await states(phone, 1) == ["won"])
            _ = try await call.active()
            try await call.callerHangsUp()
            _ = try await call.ended()
        }
    }

    @Test func `who connects while it rings hears so, then at once that another has it, and of the end once`()
        async throws
    {
        try await play { scene, feed in
            let (caller, session, rung) = try await scene.ringing()
            let (winner, loser) = (try await listen(feed, as: "alice1"), try await listen(feed, as: "alice2"))
            for phone in [winner, loser] { #expect(try await states(phone, 1) == ["ringing"]) }
            let leg = try #require(rung.first { $0.to == RingScene.address(of: "alice1") })
            scene.act("answer", on: leg.id)
            #expect(try await states(winner, 1) == ["won"])
            for state in ["answered_elsewhere", "over"] {
                let news = try await loser.event("ring_changed")
                #expect(news["state"]?.string == state)
                #expect(news["answered_by"] == ["device": "alice1", "name": "phone1"])
            }
            scene.act("hangup", on: caller)
            _ = try await scene.status(of: session) { $0["state"]?.string == "ended" }
            // The next call's news would be told after anything that is still said of this one.
            let next = scene.telnyx.callIn(from: "+15550100001", to: RingScene.number)
            for phone in [winner, loser] {
                let news = try await phone.event("ring_changed")
                #expect(
                    news["state"] == "ringing" && news["call_session_id"]?.string != session,
                    "\(news.jsonText)")
            }
            scene.act("hangup", on: next)
        }
    }

    @Test func `of the end a device is told by push only while it hears nothing`() async throws {
        try await play { scene, feed in
            let phone = try await listen(feed, as: "alice2")
            let (caller, _, _) = try await scene.ringing()
            #expect(try await states(phone, 1) == ["ringing"])
            scene.act("hangup", on: caller)
            #expect(try await states(phone, 1) == ["over callerCancelled"])
            let cancel = try #require(try await scene.pushes(3).last)
            #expect(cancel.type == "ended" && cancel.token == RingScene.tokenText("alice1"))
            try await phone.leave()
            let channel = "channels/\(ChannelName.ofDevice("alice2"))"
            #expect(try await feed.ask(.GET, channel).object["occupied"] == false)
            let next = scene.telnyx.callIn(from: "+15550100001", to: RingScene.number)
            _ = try await scene.rungLegs(4)
            _ = try await scene.pushes(5)
            scene.act("hangup", on: next)
            let cancels = try await scene.pushes(7).suffix(2)
            #expect(cancels.allSatisfy { $0.type == "ended" })
            #expect(Set(cancels.map(\.token)) == [RingScene.tokenText("alice1"), RingScene.tokenText("alice2")])
        }
    }

    @Test func `a device's channel is that device's alone, and goes with it`() async throws {
        try await play { scene, feed in
            let (_, socket) = try await feed.connect()
            let alice = try await AccountClient.logIn(scene.server, as: "alice", installation: "first-installation")
            let other = try await AccountClient.logIn(scene.server, as: "alice", installation: "other-installation")
            let wishes: [(String, String, Int)] = [
                ("alice1", Self.credentials(of: "alice1"), 200),
                ("alice1", TestHTTP.basic("bob", "bob-secret"), 403),
                ("alice1", TestHTTP.bearer(TestExchange.token), 403),
                (alice.device, TestHTTP.bearer(alice.access), 200),
                (alice.device, TestHTTP.bearer(other.access), 403),
                (alice.device, Self.credentials(of: "alice1"), 403),
                ("unknown-device", Self.credentials(of: "alice1"), 403),
            ]
            for (device, authorization, status) in wishes {
                #expect(try await ask(feed, socket, device, authorization).status == status)
            }
            let phone = try await listen(feed, as: alice.device, TestHTTP.bearer(alice.access))
            #expect(try await other.ask(.DELETE, "/api/devices/\(alice.device)").status == 204)
            #expect(try await phone.end() == 4203)
        }
    }
}
