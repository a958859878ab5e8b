import ExchangePush
import ExchangeServer
import PushDelivery
import Redaction
import RingTime
import Standins
import Testing

/// Numbered situations of pushes whose connection to Apple fails: `Documentation/RingScenarios.md`.
@Suite(.timeLimit(.minutes(5))) struct PushScenarioTests {
    /// Users with a number each and two phones each, all of whom have a push token and a credential at Telnyx.
    private static func crowd(_ count: Int, in configuration: inout ExchangeConfiguration) throws {
        for number in 1...count {
            var user = UserEntry(name: "user\(number)")
            user.devices = try (1...2).map { phone in
                let login = "u\(number)-\(phone)"
                var device = DeviceEntry(name: "phone\(phone)", login: login, password: .plain(Redacted("secret")))
                device.telnyxAddress = Redacted(RingScene.address(of: login))
                device.pushTokens = [try RingScene.token(login)]
                return device
            }
            configuration.users.append(user)
            configuration.telnyx?.numbers.append(
                CalledNumber(Redacted(Self.number(of: number)), users: [user.name], organization: "acme"))
        }
    }

    private static func number(of user: Int) -> String { "+1555020\(1_000 + user)" }

    /// The devices that rang, each with its call.
    private static func rung(_ scene: RingScene) -> Set<String> {
        Set(scene.apns.received.compactMap { RungPush($0) }.map { "\($0.session) \($0.token)" })
    }

    /// A push that was accepted and not acknowledged before the break is sent again under the same name; the phone knows
    /// its call.
    @Test func `scenario 55: a push connection breaks with fifty rings queued, and each arrives`() async throws {
        try await RingScene.play {
            try Self.crowd(25, in: &$0)
        } _: { scene in
            scene.apns.plan(APNsFault(.cutConnection(isProcessed: false), after: 10))
            for user in 1...25 { scene.telnyx.callIn(from: "+15550100001", to: Self.number(of: user)) }
            _ = try await scene.until { Self.rung(scene).count == 50 ? true : nil }
            #expect(Set(scene.apns.received.map(\.device)).count == 50)
            #expect(Set(scene.apns.received.map(\.id)).count == 50, "the same push has the same name")
            #expect(Set(scene.apns.received.map(\.connection)).count >= 2)
            try await scene.figure("carillon_pushes_total", "accepted", reaches: 50)
        }
    }

    /// A connection on which a token has expired refuses everything from then on.
    @Test func `scenario 55: the provider token expires with fifty rings queued, and each goes out once, in time`()
        async throws
    {
        try await RingScene.play {
            try Self.crowd(25, in: &$0)
        } _: { scene in
            let first = scene.telnyx.callIn(from: "+15550100001", to: RingScene.number)
            _ = try await scene.pushes(2)
            scene.act("hangup", on: first)
            // All four answered: what waits for its answer when the time goes on is sent again, as it should be.
            try await scene.figure("carillon_pushes_total", "accepted", reaches: 4)
            // Apple's clock and ours do not agree: for Apple the token is too old, for us it may be changed.
            for clock in [scene.telnyx.clock, scene.apns.clock] { clock.advance(by: .seconds(30 * 60)) }
            scene.apns.clock.advance(by: .seconds(31 * 60))
            scene.clock.advance(by: .seconds(30 * 60))
            scene.clock.pushes.advance(by: .seconds(30 * 60))
            for user in 1...25 { scene.telnyx.callIn(from: "+15550100001", to: Self.number(of: user)) }
            try await scene.figure("carillon_pushes_total", "accepted", reaches: 54)
            let rings = scene.apns.received.dropFirst(4)
            #expect(Set(rings.map(\.device)).count == 50)
            #expect(rings.count == 50 && Set(rings.map(\.id)).count == 50, "none was sent again once it was taken")
            #expect(Set(rings.map(\.connection)).isDisjoint(with: scene.apns.received.prefix(4).map(\.connection)))
            #expect(scene.apns.counts["ExpiredProviderToken", default: 0] > 0)
            #expect(try await scene.figure("carillon_pushes_total", "expired") == 0)
        }
    }

    /// Fifty rings for two phones are another matter than fifty for fifty: a phone rings for no more than so many calls.
    @Test func `scenario 55: of more rings for one phone than it can ring for the rest is refused, and said to be`()
        async throws
    {
        let most = PushQueue.countPerDeviceMax
        let log = LogLines()
        try await RingScene.play(writingTo: log) { scene in
            // Until the end of the fault no push comes to its end, and each phone's queue fills up.
            scene.apns.plan(APNsFault(.loseResponse, count: 1_000))
            for _ in 0..<most + 2 { scene.telnyx.callIn(from: "+15550100001", to: RingScene.number) }
            try await scene.figure("carillon_pushes_total", "overloaded", reaches: 4)
            scene.apns.forgetFaults()
            _ = try await scene.until { Self.rung(scene).count == 2 * most ? true : nil }
            try await scene.figure("carillon_pushes_total", "accepted", reaches: 2 * most)
            #expect(try await scene.figure("carillon_pushes_total", "overloaded") == 4)
            #expect(log.all.count { $0.contains("apns 0 device: overload") } == 1, "an alarm a minute is enough")
        }
    }
}
