import CallModel
import ExchangePush
import ExchangeServer
import PushDelivery
import PushPayload
import Standins
import Testing
import WireJSON

/// The second way: alerts to devices that pushes do not wake, and the moments in the background that take them away.
@Suite(.timeLimit(.minutes(5))) struct AlertTests {
    private static let app = "org.example.app"

    /// The token for alerts of one of alice's phones.
    private static func token(_ device: String) throws -> DeviceToken {
        try DeviceToken(
            RingScene.tokenText("a-\(device)"), at: .apns(topic: app, .production),
            registeredAt: WallTime(milliseconds: 1_700_000_000_000))
    }

    /// - Parameter isWoken: whether her second phone has a token that wakes it, too.
    private static func configure(_ configuration: inout ExchangeConfiguration, isWoken: Bool) throws {
        let token = try token("alice2")
        var tokens = configuration.users[0].devices[1].pushTokens
        if !isWoken { tokens = [] }
        configuration.users[0].devices[1].pushTokens = tokens + [token]
        configuration.push?.apns[0].topics.append(app)
    }

    private func pushes(_ scene: RingScene, to token: String, _ count: Int) async throws -> [ReceivedPush] {
        try await scene.until {
            let found = scene.apns.received.filter { $0.device == token }
            return found.count >= count ? found : nil
        }
    }

    @Test func `a device without a token that wakes it gets an alert, and later what takes it away`() async throws {
        try await RingScene.play {
            try Self.configure(&$0, isWoken: false)
        } _: { scene in
            let (caller, session, _) = try await scene.ringing()
            let token = RingScene.tokenText("a-alice2")
            let ring = try #require(try await pushes(scene, to: token, 1).first)
            #expect(ring.pushType == .alert && ring.priority == 10 && ring.topic == Self.app)
            #expect(ring.collapseID == session)
            let system = try JSONParser.parse(ring.payload).object?["aps"]?.object
            #expect(system?["interruption-level"] == "time-sensitive")
            scene.act("hangup", on: caller)
            let end = try #require(try await pushes(scene, to: token, 2).last)
            #expect(end.pushType == .background && end.priority == 5)
            #expect(RungPush(end)?.type == "ended" && RungPush(end)?.session == session)
            #expect(try JSONParser.parse(end.payload).object?["aps"] == ["content-available": 1])
        }
    }

    @Test func `a device whose waking token is gone gets the alert instead, for the same call`() async throws {
        try await RingScene.play {
            try Self.configure(&$0, isWoken: true)
        } _: { scene in
            // Apple knows the token, of another app.
            scene.apns.register(APNsDevice(token: RingScene.tokenText("alice2"), topics: ["org.other.app.voip"]))
            let (caller, session, _) = try await scene.ringing()
            let ring = try #require(try await pushes(scene, to: RingScene.tokenText("a-alice2"), 1).first)
            #expect(ring.pushType == .alert && ring.collapseID == session)
            try await scene.figure("carillon_pushes_total", "token_gone", reaches: 1)
            scene.act("hangup", on: caller)
            let end = try await pushes(scene, to: RingScene.tokenText("a-alice2"), 2).last
            #expect(end?.pushType == .background)
        }
    }

    @Test func `a device that is rung anew gets another alert, by a name of its own`() async throws {
        try await RingScene.play {
            try Self.configure(&$0, isWoken: false)
        } _: { scene in
            let (caller, session, rung) = try await scene.ringing()
            let first = try #require(rung.first { $0.to == RingScene.address(of: "alice1") })
            scene.act("answer", on: first.id)
            _ = try await scene.status(of: session) { $0["state"]?.string == "active" }
            let talk = TransferScenarioTests.Talk(scene: scene, session: session, caller: caller, alices: first.id)
            #expect(try await talk.ask("park") == 200)
            #expect(try await talk.ask("unpark", "alice2") == 200)
            let names = try await scene.until {
                let alerts = scene.apns.received.filter {
                    $0.device == RingScene.tokenText("a-alice2") && $0.pushType == .alert
                }
                return alerts.count == 2 ? alerts.map(\.collapseID) : nil
            }
            #expect(names == [session, "\(session).2"])
            scene.act("hangup", on: caller)
        }
    }

    @Test func `a device that can be woken is not alerted`() async throws {
        try await RingScene.play {
            try Self.configure(&$0, isWoken: true)
        } _: { scene in
            let (caller, _, _) = try await scene.ringing()
            _ = try await pushes(scene, to: RingScene.tokenText("alice2"), 1)
            scene.act("hangup", on: caller)
            _ = try await pushes(scene, to: RingScene.tokenText("alice2"), 2)
            #expect(!scene.apns.received.contains { $0.device == RingScene.tokenText("a-alice2") })
        }
    }
}
