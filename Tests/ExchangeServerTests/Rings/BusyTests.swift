import ExchangeServer
import Redaction
import RingTime
import Standins
import Testing
import WireJSON

@Suite(.timeLimit(.minutes(5))) struct BusyTests {
    @Test func `a user who talks over the public network is busy until the end of the call`() async throws {
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

    @Test func `a user who calls in over the public network is busy until the call ends, and after a crash`()
        async throws
    {
        let folder = try Scratch()
        defer { folder.remove() }
        try await RingScene.play(database: folder.path) { configuration in
            configuration.users[1].devices[1].telnyxAddress = Redacted(RingScene.address(of: "bob-desk"))
        } _: { scene in
            let caller = scene.telnyx.callIn(from: RingScene.address(of: "bob-desk"), to: RingScene.number)
            let session = try #require(try await scene.pushes(2).first).session
            _ = try await scene.rungLegs(2)
            #expect(try await liveCalls(scene, of: "bob") == 1, "as at the gateway")
            try await scene.succeeded(in: folder) { next in
                try await next.until { try await liveCalls(next, of: "bob") == 1 ? () : nil }
                next.act("hangup", on: caller)
                _ = try await next.status(of: session) { $0["state"]?.string == "ended" }
                #expect(try await liveCalls(next, of: "bob") == 0)
            }
        }
    }

    @Test func `a user who left a message is in no call, though the carrier still saves it`() async throws {
        try await RingScene.play { configuration in
            configuration.users[1].devices[1].telnyxAddress = Redacted(RingScene.address(of: "bob-desk"))
        } telnyx: {
            $0.recordingTime = .seconds(3_000)
        } _: { scene in
            let caller = scene.telnyx.callIn(from: RingScene.address(of: "bob-desk"), to: RingScene.number)
            let session = try #require(try await scene.pushes(2).first).session
            _ = try await scene.rungLegs(2)
            scene.clock.advance(by: .seconds(31))
            _ = try await scene.until { scene.asked("actions/record_start").first { $0.status == 200 } }
            #expect(try await liveCalls(scene, of: "bob") == 1)
            scene.telnyx.clock.advance(by: .seconds(5))
            scene.act("hangup", on: caller)
            try await scene.until { try await liveCalls(scene, of: "bob") == 0 ? () : nil }
            #expect(try await scene.status(of: session) { _ in true }["state"] == "voicemail")
        }
    }

    private func liveCalls(_ scene: RingScene, of user: String) async throws -> Int64? {
        let reply = try await TestHTTP.ask(
            scene.server, "/api/voip/busy?user=\(user)", authorization: TestHTTP.bearer(TestExchange.token))
        return reply.object["users"]?.array?.first?.object?["live_calls"]?.integer
    }

    private func liveCalls(_ scene: RingScene) async throws -> Int64? {
        let reply = try await TestHTTP.ask(
            scene.server, "/api/voip/busy", authorization: TestHTTP.basic("alice1", "alice1-secret"))
        return reply.object["users"]?.array?.first?.object?["live_calls"]?.integer
    }
}
