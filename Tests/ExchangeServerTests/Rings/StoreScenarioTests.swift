import ExchangeServer
import GRDB
import Redaction
import Standins
import Testing
import WireJSON

/// Numbered situations of the store: `Documentation/RingScenarios.md`.
@Suite(.timeLimit(.minutes(5)), .serialized) struct StoreScenarioTests {
    private func play(
        _ change: (inout ExchangeConfiguration) throws -> Void = { _ in },
        _ body: (RingScene, Scratch) async throws -> Void
    ) async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await RingScene.play(database: folder.path, change) { try await body($0, folder) }
    }

    /// Another process writes to the database while a body runs, so the exchange can store nothing.
    private func withoutStore(_ folder: Scratch, _ body: () async throws -> Void) async throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        configuration.busyMode = .timeout(30)  // The exchange may be writing just now.
        let other = try DatabaseQueue(path: folder.path, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let result = await Result(awaiting: { try await body() })
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try other.close()
        try result.get()
    }

    private func refusal(_ scene: RingScene) async throws {
        try await scene.figure("carillon_webhooks_total", "not_stored", reaches: 1)
    }

    /// There is one store, and a claim is acknowledged once it is in the file: what dies with the process is nothing.
    @Test func `scenario 76: a claim that was told survives the exchange that told it`() async throws {
        try await play { scene, folder in
            let (caller, session, rung) = try await scene.ringing()
            scene.act("answer", on: rung[0].id)
            let before = try await scene.status(of: session) { $0["state"]?.string == "active" }
            try await scene.succeeded(in: folder) { next in
                let after = try await next.status(of: session) { _ in true }
                #expect(after["winner"] == before["winner"] && after["state"] == "active")
                #expect(after["version"] == before["version"])
                // Both legs are looked at, and found to be there.
                _ = try await next.until { next.asked("/v2/calls/").count { $0.method == "GET" } >= 2 ? true : nil }
                next.act("hangup", on: caller)
                let ended = try await next.status(of: session) { $0["state"]?.string == "ended" }
                #expect(ended["outcome"]?.string == "completedByCaller")
                _ = try await next.until { next.legs.allSatisfy { $0.state == "over" } ? true : nil }
                // The reply may have died with the exchange. Telnyx carries out a repeated command once.
                #expect(next.told("call.bridged") == 2, "one bridge of two legs in both lives")
            }
        }
    }

    /// A broadcast is only a hint: it is gone with the process, and the calls are not.
    @Test func `scenario 77: with all broadcasts forgotten calls go on, and listeners learn their state`()
        async throws
    {
        try await play {
            $0.broadcastApps = [BroadcastScene.app]
        } _: { scene, folder in
            let channel = "private-organization.acme"
            var dashboard = try await FeedListener(BroadcastScene(server: scene.server), to: channel)
            let (caller, session, rung) = try await scene.ringing()
            scene.act("answer", on: rung[0].id)
            let isActive: (JSONObject) -> Bool = { $0["device_id"] == .null && $0["state"] == "active" }
            let known = try await dashboard.changes(until: isActive)
            try await scene.succeeded(in: folder) { next in
                _ = try await next.status(of: session) { $0["state"]?.string == "active" }
                var back = try await FeedListener(
                    BroadcastScene(server: next.server), to: channel, since: known.last?.version ?? 0)
                let states = try back.replayed.map(\.change) + back.states
                let told = states.isEmpty ? [try await back.next().change, try await back.next().change] : states
                #expect(told.contains { isActive($0) && $0["call_session_id"]?.string == session })
                next.act("hangup", on: caller)
                let end = try await back.changes(until: FeedListener.isEnd).last
                #expect(end?.change["call_session_id"]?.string == session)
            }
        }
    }

    @Test func `scenario 79: an exchange that cannot reach its store commands nothing, and goes on when it can`()
        async throws
    {
        try await play { scene, folder in
            let (caller, session, rung) = try await scene.ringing()
            let asked = scene.asked("actions/").count
            try await withoutStore(folder) {
                scene.act("answer", on: rung[0].id)
                try await refusal(scene)
                #expect(scene.asked("actions/").count == asked)
            }
            // Telnyx says it again.
            let winner = try await scene.until { scene.legs.first { $0.id == rung[0].id && $0.state == "bridged" } }
            #expect(winner.partner == caller)
            _ = try await scene.status(of: session) { $0["state"]?.string == "active" }
        }
    }

    @Test func `scenario 81: a call that cannot be stored is not acknowledged, and rings when it can be`() async throws
    {
        try await play { scene, folder in
            try await withoutStore(folder) {
                scene.telnyx.callIn(from: "+15550100001", to: RingScene.number)
                try await refusal(scene)
                #expect(scene.asked("/v2/calls").isEmpty && scene.apns.receivedCount == 0)
            }
            #expect(try await scene.rungLegs(2).count == 2)
            #expect(Set(try await scene.pushes(2).map(\.session)).count == 1, "one call, however often it was said")
        }
    }

    /// Telnyx does not wait as long as the store: it reports the call again while the first report still waits.
    @Test func `M1: a call that is reported again because it could not be stored is one ring`() async throws {
        try await play {
            $0.limits.ringStartsPerMinute = 1
            $0.users[1].devices[0].telnyxAddress = Redacted(RingScene.address(of: "bob-phone"))
        } _: { scene, folder in
            scene.telnyx.set { $0.doubledEvents = ["call.initiated": 1] }
            try await withoutStore(folder) {
                scene.telnyx.callIn(from: RingScene.address(of: "bob-phone"), to: RingScene.number)
                try await refusal(scene)
            }
            _ = try await scene.rungLegs(2)
            try await scene.isQuiet()
            #expect(scene.legs.count { !$0.isIncoming } == 2)
        }
    }

    @Test func `scenario 81: with the disk full no call is acknowledged that is not stored, and with room each rings`()
        async throws
    {
        let count = 16  // Pages that are there have room for some.
        try await play { scene, _ in
            let operators = TestHTTP.bearer(TestExchange.token)
            try scene.server.fillStore(true)
            for _ in 0..<count { scene.telnyx.callIn(from: "+15550100001", to: RingScene.number) }
            try await refusal(scene)
            let stored = try await scene.history(of: operators).count
            #expect(stored < count)
            try scene.server.fillStore(false)
            _ = try await scene.rungLegs(2 * count)
            try await scene.isQuiet()
            #expect(try await scene.history(of: operators).count == count)
            #expect(scene.legs.count { !$0.isIncoming } == 2 * count, "each call rings once, however often it was said")
        }
    }
}
