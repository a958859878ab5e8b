import ExchangeServer
import Standins
import Testing
import WireJSON

@Suite(.timeLimit(.minutes(1))) struct BusyTests {
    @Test func `whoever talks over the public network is busy until the end of it`() async throws {
        try await RingScene.play { scene in
            let caller = scene.telnyx.callIn(from: "+15550100001", to: RingScene.number)
            let session = try #require(try await scene.pushes(2).first).session
            let rung = try await scene.rungLegs(2)
            #expect(try await liveCalls(scene) == 0, "whom a call only rings is not in it")
            scene.act("answer", on: rung[0].id)
            _ = try await scene.status(of: session) { $0["state"]?.string == "active" }
            #expect(try await liveCalls(scene) == 1)
            scene.act("hangup", on: caller)
            _ = try await scene.status(of: session) { $0["state"]?.string == "ended" }
            #expect(try await liveCalls(scene) == 0)
        }
    }

    private func liveCalls(_ scene: RingScene) async throws -> Int64? {
        let reply = try await TestHTTP.ask(
            scene.server, "/api/voip/busy", authorization: TestHTTP.basic("alice1", "alice1-secret"))
        return reply.object["users"]?.array?.first?.object?["live_calls"]?.integer
    }
}
