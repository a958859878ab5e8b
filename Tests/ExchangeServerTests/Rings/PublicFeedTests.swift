import CallModel
import ExchangeServer
import Testing
import WireJSON

/// Listeners learn of calls to numbers, at any carrier, as they do of local calls.
@Suite(.timeLimit(.minutes(5))) struct PublicFeedTests {
    private func play(_ body: (RingScene, BroadcastScene) async throws -> Void) async throws {
        try await RingScene.play {
            $0.broadcastApps = [BroadcastScene.app]
        } _: { scene in
            try await body(scene, BroadcastScene(server: scene.server))
        }
    }

    private func isState(_ state: String) -> (JSONObject) -> Bool {
        { $0["device_id"] == .null && $0["state"]?.string == state }
    }

    /// A call that alice's second phone takes, and its caller ends.
    private func talk(
        _ carrier: CarrierKind, _ scene: RingScene, _ dashboard: inout FeedListener
    ) async throws -> [FeedListener.Told] {
        let call = try await carrier.ring(scene)
        try await call.answer(1)
        var told = try await dashboard.changes(until: isState("active"))
        try await call.callerHangsUp()
        told += try await dashboard.changes(until: FeedListener.isEnd)
        return told
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 84: every change of a call is told once, with versions that grow, and of whom it concerns`(
        carrier: CarrierKind
    ) async throws {
        try await play { scene, feed in
            var dashboard = try await FeedListener(feed, to: "private-organization.acme")
            let told = try await talk(carrier, scene, &dashboard).map(\.change)
            let whole = told.filter { $0["device_id"] == .null }
            #expect(whole.compactMap { $0["state"]?.string } == ["ringing", "claimed", "active", "ended"])
            #expect(whole.compactMap { $0["version"]?.integer } == [1, 2, 3, 4])
            #expect(whole.last?["reason"]?.string == EndReason.completed.rawValue)
            let winner = told.filter { $0["device_id"]?.string == "alice2" }
            #expect(winner.compactMap { $0["state"]?.string } == ["active", "active", "ended"])
            #expect(winner.compactMap { $0["version"]?.integer } == [2, 3, 4])
            let loser = told.filter { $0["device_id"]?.string == "alice1" }
            #expect(loser.map { $0["reason"]?.string } == [EndReason.answeredElsewhere.rawValue])
            #expect(loser.map { $0["state"]?.string } == ["ended"])
            let versions = told.compactMap { $0["version"]?.integer }
            #expect(versions == versions.sorted() && versions.count == told.count)
            #expect(told.allSatisfy { $0["organization_id"] == "acme" })
            #expect(Set(told.map { $0["call_session_id"] }).count == 1)
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func
        `scenario 84: a dashboard that was cut off gets the missed events, as alice's own channel has them, and a caller's`(
            carrier: CarrierKind
        ) async throws
    {
        try await play { scene, feed in
            var dashboard = try await FeedListener(feed, to: "private-organization.acme")
            var own = try await FeedListener(feed, to: "private-user.alice")
            var bobs = try await FeedListener(feed, to: "private-user.bob")
            let told = try await talk(carrier, scene, &dashboard)
            let again = try await FeedListener(feed, to: "private-organization.acme", since: told[1].version)
            #expect(again.replayed == Array(told.dropFirst(2)) && again.count == Int64(told.count - 2))
            #expect(try await own.changes(until: FeedListener.isEnd).map(\.change) == told.map(\.change))
            switch carrier {
            case .telnyx: #expect(try await FeedListener(feed, to: "private-user.bob").replayed.isEmpty)
            // It was he who called.
            case .gateway:
                #expect(try await bobs.changes(until: FeedListener.isEnd).map(\.change) == told.map(\.change))
            }
        }
    }

    @Test func `a message is announced once it can be heard, and to its user only`() async throws {
        try await play { scene, feed in
            let (phone, socket) = try await feed.connect()
            try await feed.listen(phone, socket, to: "private-user.alice")
            var dashboard = try await FeedListener(feed, to: "private-organization.acme")
            let session = try await scene.messageLeft()
            var event = try await phone.message()
            while event["event"] == "call_state_changed" { event = try await phone.message() }
            #expect(event["event"] == "voicemail_left" && event["channel"] == "private-user.alice")
            let data = try #require(try JSONParser.parse(text: event["data"]?.string ?? "").object)
            #expect(data["call_session_id"]?.string == session && data["sound"] == "ready")
            let messages = try await scene.messages { $0.first?["sound"] == "ready" }
            #expect(data["message_id"] == messages[0]["id"])
            // Whatever is no change of a call would fail here.
            let whole = try await dashboard.changes(until: FeedListener.isEnd)
            let since = try await FeedListener(feed, to: "private-organization.acme", since: whole[0].version)
            #expect(since.replayed == Array(whole.dropFirst()))
        }
    }
}
