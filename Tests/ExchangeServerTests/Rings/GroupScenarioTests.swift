import CallModel
import ExchangeServer
import NIOHTTP1
import Redaction
import RingCore
import RingTime
import Standins
import Testing
import WireJSON

/// Scenarios 67 and 15 on the running exchange: groups that ring in stages, the device used last first, and numbers
/// outside.
@Suite(.timeLimit(.minutes(5))) struct GroupScenarioTests {
    private static let mobile = "+15550107777"

    /// Alice first, and bob with her after eight seconds.
    private static func staged(_ configuration: inout ExchangeConfiguration) {
        configuration.users[1].devices[0].telnyxAddress = Redacted(RingScene.address(of: "bob-phone"))
        configuration.telnyx?.numbers[0].stages = [.init(users: ["alice"]), .init(users: ["bob"])]
        configuration.telnyx?.numbers[0].policy.stageTimes = [.seconds(8)]
    }

    // MARK: - Stages

    @Test func `scenario 67: at Telnyx the second stage joins in on time, and the first to answer has the call`()
        async throws
    {
        try await RingScene.play(clock: JumpClock(isStanding: true)) {
            Self.staged(&$0)
        } _: { scene in
            let (caller, session, rung) = try await scene.ringing()
            #expect(Set(rung.map(\.to)) == Set(["alice1", "alice2"].map(RingScene.address)))
            scene.clock.advance(by: .seconds(7))
            _ = try await scene.status(of: session) { _ in true }
            #expect(scene.dialed.count == 2)
            scene.clock.advance(by: .seconds(2))
            let all = try await scene.rungLegs(3)
            let third = try #require(all.last)
            #expect(third.to == RingScene.address(of: "bob-phone"))
            scene.act("answer", on: third.id)
            let active = try await scene.status(of: session) { $0["state"]?.string == "active" }
            #expect(active["winner"]?.string == "bob-phone")
            scene.act("hangup", on: caller)
            let reasons = scene.reasons(try await scene.end(of: session))
            #expect(reasons == ["answeredElsewhere", "answeredElsewhere", "answered"])
        }
    }

    @Test func `scenario 67: at the gateway the second stage begins early once the first has declined`() async throws {
        try await RingScene.play {
            Self.staged(&$0)
            $0.users.append($0.users[1])
            $0.users[2].name = "carol"
            $0.users[2].numbers = []
            $0.users[2].devices = [
                DeviceEntry(name: "phone", login: "carol-phone", password: .plain("carol-phone-secret"))
            ]
            $0.telnyx?.numbers[0].stages[1] = .init(users: ["carol"])
        } _: { scene in
            let carol = try await scene.phone("carol-phone")
            let call = try await scene.numberRinging()
            _ = try await scene.ask("decline-everywhere", of: "alice1", call.session)
            let invite = try await carol.told("telnyx_rtc.invite")
            #expect(invite["telnyx_session_id"]?.string == call.session)
            carol.answer(try #require(invite["callID"]?.string), .telnyx)
            _ = try await carol.result(of: "answer")
            call.hangUp()
            let reasons = scene.reasons(try await scene.end(of: call.session))
            #expect(reasons == ["declined", "declinedElsewhere", "answered"])
        }
    }

    @Test func `scenario 67: of a user's devices the one that was used last is dialed first`() async throws {
        try await CarrierScene.play { scene in
            var phones: [AccountClient] = []
            for number in 1...3 {
                let installation = "alices-phone-\(number)"
                phones.append(try await AccountClient.logIn(scene.server, as: "alice", installation: installation))
            }
            for phone in phones { _ = try await scene.token(phone) }
            // The second is opened again: from then on it is first.
            phones[1] = try await AccountClient.logIn(scene.server, as: "alice", installation: "alices-phone-2")
            let call = try await scene.callIn()
            let status = try await scene.status(of: call.session) { ($0["devices"]?.array ?? []).count == 3 }
            let order = (status["devices"]?.array ?? []).map { $0.object?["device"]?.string }
            #expect(order == [phones[1], phones[2], phones[0]].map(\.device))
        }
    }

    // MARK: - Numbers outside

    private static func forwarded(_ configuration: inout ExchangeConfiguration) {
        configuration.telnyx?.numbers[0].stages[0].outside = [Redacted(mobile)]
    }

    /// A call that rings alice's phones and her mobile, which has answered and is asked for a key.
    private static func asked(_ scene: RingScene) async throws -> (caller: String, session: String, mobile: String) {
        let (caller, session, _) = try await scene.ringing()
        let rung = try await scene.rungLegs(3)
        let mobile = try #require(rung.first { $0.to == Self.mobile }).id
        scene.act("answer", on: mobile)
        _ = try await scene.until { scene.asked("actions/gather_using_speak").first { $0.status == 200 } }
        #expect(try await scene.status(of: session) { _ in true }["state"]?.string == "ringing", "no device has it yet")
        return (caller, session, mobile)
    }

    @Test func `scenario 15: who presses 1 on a number outside has the call`() async throws {
        try await RingScene.play {
            Self.forwarded(&$0)
        } _: { scene in
            let (caller, session, mobile) = try await Self.asked(scene)
            scene.act("dtmf", on: mobile, ["digit": "1"])
            let active = try await scene.status(of: session) { $0["state"]?.string == "active" }
            _ = try await scene.until { scene.legs.first { $0.id == mobile && $0.partner == caller } }
            let winner = active["winner"]?.string ?? ""
            #expect(winner.hasPrefix("outside-") && !winner.contains(Self.mobile.dropFirst()))
            scene.act("hangup", on: mobile)
            let reasons = scene.reasons(try await scene.end(of: session))
            #expect(reasons == ["answeredElsewhere", "answeredElsewhere", "answered"])
        }
    }

    @Test(arguments: ["2", nil])
    func `scenario 15: a machine behind a number is hung up, and the others ring on`(digit: String?) async throws {
        try await RingScene.play {
            Self.forwarded(&$0)
        } _: { scene in
            let (caller, session, mobile) = try await Self.asked(scene)
            if let digit {
                for _ in 1...2 { scene.act("dtmf", on: mobile, ["digit": .string(digit)]) }
            } else {
                // Its greeting goes on and on.
                scene.telnyx.clock.advance(by: .seconds(17))
            }
            _ = try await scene.until { scene.legs.first { $0.id == mobile && $0.state == "over" } }
            let ringing = try await scene.status(of: session) { scene.reasons($0).last == "machine" }
            #expect(ringing["state"]?.string == "ringing")
            let phone = try #require(scene.legs.first { $0.to == RingScene.address(of: "alice1") })
            scene.act("answer", on: phone.id)
            let active = try await scene.status(of: session) { $0["state"]?.string == "active" }
            #expect(active["winner"]?.string == "alice1")
            scene.act("hangup", on: caller)
            _ = try await scene.end(of: session)
        }
    }

    @Test func `scenario 15: a device of the exchange that dials the number rings no number outside`() async throws {
        try await RingScene.play {
            Self.forwarded(&$0)
        } _: { scene in
            let call = try await scene.numberRinging()
            let status = try await scene.status(of: call.session) { _ in true }
            #expect(scene.reasons(status).count == 2 && scene.legs.isEmpty)
        }
    }
}
