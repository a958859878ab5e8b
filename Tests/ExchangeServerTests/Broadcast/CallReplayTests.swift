import ExchangeServer
import Foundation
import NIOHTTP1
import Testing
import WireJSON

/// Dashboards that were away, over real sockets, while calls went on.
@Suite(.timeLimit(.minutes(5))) struct CallReplayTests {
    /// alice and bob, who keep holds.
    private func logIn(_ server: ExchangeServer) async throws -> (alice: TestClient, bob: TestClient) {
        let alice = try await TestClient.connect(to: server)
        let bob = try await TestClient.connect(to: server)
        try await alice.logIn(
            .freeSwitch, as: "alice", password: "alice-secret", session: "alice-1", keepsHold: true)
        try await bob.logIn(.freeSwitch, as: "bob", password: "bob-secret", session: "bob-1", keepsHold: true)
        return (alice, bob)
    }

    private func hold(_ alice: TestClient, _ action: String) async throws {
        alice.modify("c", action, .freeSwitch)
        _ = try await alice.result(of: "modify")
    }

    @Test func `a dashboard cut off in the middle of a call gets exactly the events it missed`() async throws {
        try await BroadcastScene.run { scene in
            var faithful = try await FeedListener(scene, to: "private-user.alice")
            var cut = try await FeedListener(scene, to: "private-user.alice")
            let (alice, bob) = try await logIn(scene.server)
            try await Scene.callUp(alice, bob)
            let before = try await cut.changes { $0["version"] == 3 }
            await cut.client.close()
            try await hold(alice, "hold")
            try await hold(alice, "unhold")
            alice.bye("c", .freeSwitch)

            let all = try await faithful.changes(until: FeedListener.isEnd)
            let back = try await FeedListener(scene, to: "private-user.alice", since: cut.version)
            #expect(before + back.replayed == all)
            #expect(back.count == Int64(all.count - before.count))
            #expect(back.snapshot == nil)
            #expect(back.version == all.last?.version)
            #expect(all.map(\.version) == (1...Int64(all.count)).map { all[0].version - 1 + $0 })
            let missed = back.replayed.compactMap { $0.change["state"]?.string }
            #expect(missed == ["active", "active", "held", "active", "ended", "ended", "ended"])
        }
    }

    @Test func `who comes to a call that goes on is told how it stands, and then the news`() async throws {
        try await BroadcastScene.run { scene in
            let (alice, bob) = try await logIn(scene.server)
            try await Scene.callUp(alice, bob)
            try await hold(alice, "hold")
            var late = try await FeedListener(scene, to: "private-user.bob")
            #expect(late.count == nil)
            #expect(late.snapshot?["complete"] == true)
            #expect(late.snapshot?["version"]?.integer == late.version)
            #expect(Set(try late.states.compactMap { $0["state"]?.string }) == ["active", "held"])
            try await hold(alice, "unhold")
            #expect(try await late.next().change["state"] == "active")
            alice.bye("c", .freeSwitch)
            _ = try await late.changes(until: FeedListener.isEnd)
            let after = try await FeedListener(scene, to: "private-user.bob")
            #expect(try after.states.isEmpty)
        }
    }

    @Test func `who was away for too much is told how the calls stand`() async throws {
        try await BroadcastScene.run { scene in
            let first = try await FeedListener(scene, to: "private-user.alice")
            await first.client.close()
            let (alice, bob) = try await logIn(scene.server)
            try await Scene.callUp(alice, bob)
            let event = #"{"name":"note","data":"{}","channel":"private-user.alice"}"#
            let batch = #"{"batch":["# + Array(repeating: event, count: 10).joined(separator: ",") + "]}"
            // More than a channel remembers.
            for _ in 0..<52 { #expect(try await scene.ask(.POST, "batch_events", body: batch).status == 200) }
            let back = try await FeedListener(scene, to: "private-user.alice", since: first.version)
            #expect(back.count == nil)
            #expect(try back.states.compactMap { $0["state"]?.string } == ["active", "active"])
            #expect(back.version > first.version + 520)
        }
    }

    @Test func `a version of before a restart is none of the next exchange's`() async throws {
        var version: Int64 = 0
        try await BroadcastScene.run { scene in
            var listener = try await FeedListener(scene, to: "private-user.alice")
            let (alice, bob) = try await logIn(scene.server)
            try await Scene.callUp(alice, bob)
            version = try await listener.changes { $0["state"] == "active" }.last?.version ?? 0
        }
        try await BroadcastScene.run { scene in
            let back = try await FeedListener(scene, to: "private-user.alice", since: version)
            #expect(back.version > version)
            #expect(back.replayed.isEmpty)
            #expect(back.snapshot?["complete"] == true)
            #expect(try back.states.isEmpty)
        }
    }

    @Test func `a hold on one device is known to the user's others and to the exchange`() async throws {
        try await BroadcastScene.run { scene in
            let (desk, socket) = try await scene.connect()
            let wish: JSONObject = ["socket_id": .string("\(socket)"), "channel_name": "private-user.alice"]
            let credentials = "Basic " + Data("alice-desk:desk-secret".utf8).base64EncodedString()
            let auth = try await BroadcastScene.askAuth(scene.server, wish, credentials).object["auth"] ?? .null
            desk.send(["event": "pusher:subscribe", "data": ["channel": "private-user.alice", "auth": auth]])
            _ = try await desk.event("pusher_internal:subscription_succeeded")

            let phone = try await TestClient.connect(to: scene.server)
            let bob = try await TestClient.connect(to: scene.server)
            try await phone.logIn(
                .freeSwitch, as: "alice-phone", password: "phone-secret", session: "p", keepsHold: true)
            try await bob.logIn(.freeSwitch, as: "bob", password: "bob-secret", session: "b", keepsHold: true)
            try await Scene.callUp(phone, bob)
            for (action, state, isHeld) in [("hold", "held", true), ("unhold", "active", false)] {
                try await hold(phone, action)
                var change: JSONObject = [:]
                repeat {
                    change = try await desk.event("call_state_changed")
                } while change["device_id"] != "phone" || change["state"]?.string != state
                let session = try #require(change["call_session_id"]?.string)
                let story = try await TestHTTP.ask(
                    scene.server, "/api/voip/call-status/\(session)", authorization: credentials)
                let legs = (story.object["legs"]?.array ?? []).compactMap(\.object)
                #expect(legs.first { $0["device"] == "phone" }?["held"] == .bool(isHeld))
            }
        }
    }
}
