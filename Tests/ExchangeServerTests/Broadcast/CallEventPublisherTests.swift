import ExchangeServer
import Testing
import WireJSON

@Suite(.timeLimit(.minutes(5))) struct CallEventPublisherTests {
    @Test func `both sides of a call hear of every change, in order and with versions`() async throws {
        try await BroadcastScene.run { scene in
            let (dashboard, socket) = try await scene.connect()
            try await scene.listen(dashboard, socket, to: "private-user.alice")
            let (other, otherSocket) = try await scene.connect()
            try await scene.listen(other, otherSocket, to: "private-user.bob")

            let alice = try await TestClient.connect(to: scene.server)
            let bob = try await TestClient.connect(to: scene.server)
            try await alice.logIn(.freeSwitch, as: "alice", password: "alice-secret", session: "alice-1")
            try await bob.logIn(.freeSwitch, as: "bob", password: "bob-secret", session: "bob-1")
            try await Scene.callUp(alice, bob)
            alice.bye("c", .freeSwitch)

            let told = try await changes(dashboard)
            let toldOther = try await changes(other)
            #expect(told == toldOther)
            // The answer is one change of the call, and told of both devices.
            #expect(told.compactMap { $0["version"]?.integer } == [1, 2, 3, 4, 4, 5, 6, 7])
            #expect(Set(told.map { $0["call_session_id"] }).count == 1)
            let states = told.compactMap { $0["state"]?.string }
            #expect(states == ["ringing", "planned", "ringing", "active", "active", "ended", "ended", "ended"])
            #expect(told.last?["device_id"] == .null)
            #expect(told.last?["reason"] != .null)
            #expect(told.first?["reason"] == .null)
        }
    }

    /// All changes until the call is over.
    private func changes(_ client: TestClient) async throws -> [JSONObject] {
        var told: [JSONObject] = []
        while true {
            let change = try await client.event("call_state_changed")
            told.append(change)
            if change["state"] == "ended", change["device_id"] == .null { return told }
        }
    }
}
