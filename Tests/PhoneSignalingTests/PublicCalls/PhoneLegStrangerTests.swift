import CallModel
import DeviceRuntime
import ExchangeServer
import Foundation
import LivePhones
import PhoneCore
import PhoneExchange
import RingCore
import RingTime
import Standins
import Testing
import WireJSON

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// 38, 39, 42, 60, 61, 72: others than the exchange and the call's devices act while bob's phone has the call.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(2)))
struct PhoneLegStrangerTests {
    @Test
    func `scenario 38: another exchange joins the phone before this one heard of its answer: the phone has the call`()
        async throws
    {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            let leg = try call.leg(.phone)
            let arrives = try await call.keeping("call.answered") {
                await scene.phone.device.answer()
                let isAnswered = try await scene.phone.passes { scene.isAnswered(leg) }
                #expect(isAnswered)
            }
            scene.telnyx.command("answer", call.caller)
            let joined = scene.telnyx.command("bridge", call.caller, ["call_control_id": .string(leg)])
            #expect(joined["errors"] == nil, "\(joined)")
            #expect(call.winner(try await call.active()) == .phone)
            try await call.isLeft(by: .desk)
            try await arrives()
            try await call.stands()
            let status = try await call.isHungUp()
            #expect(call.reason(.phone, status) == .answered && call.reason(.desk, status) == .answeredElsewhere)
        }
    }

    @Test func `scenario 39: the carrier refuses another exchange a second bridge, and bob talks on`() async throws {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            try await call.talk()
            let stray = try await scene.strayLeg()
            let refused = scene.telnyx.command(
                "bridge", stray, ["call_control_id": .string(call.caller), "prevent_double_bridge": true])
            #expect(refused["errors"]?.array?.isEmpty == false)
            scene.telnyx.hangUp(stray)
            try await scene.isQuiet()
            try await scene.soundsBothWays(call.caller)
            #expect(call.winner(try await call.isHungUp()) == .phone)
        }
    }

    @Test
    func
        `scenario 42: the exchange is back after a minute, and never heard of the phone's leg: it does not dial again`()
        async throws
    {
        var setting = PublicScene.Setting.desk
        setting.isStored = true
        setting.policy.ringTime = RingLimits.ringTimeMax
        try await PublicScene.play(setting) { scene in
            scene.telnyx.plan(HTTPFault(.loseResponse, count: nil, path: "/v2/calls"))
            scene.telnyx.set { $0.keptEvents = ["call.initiated": 3] }
            let caller = try scene.dial()
            // The caller's own is heard; the two that follow are of the legs.
            _ = scene.telnyx.control("POST", "news/release")
            try await scene.deliver([.exchange])
            try await scene.rings()
            try await scene.isInvited()
            let call = try scene.call(of: caller)
            try await scene.exchangeDies {
                scene.clock.advance(by: .seconds(61))
                _ = scene.telnyx.control("DELETE", "faults")
            }
            try await scene.releaseWebhooks()
            try await call.talk()
            #expect(scene.phoneDialCount == 1)
            #expect(call.winner(try await call.isHungUp()) == .phone)
        }
    }

    @Test(arguments: [true, false])
    func `scenario 60: forged news that the phone's leg has ended is refused: it rings on, and bob takes it`(
        isSigned: Bool
    ) async throws {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            let status = try await scene.forge("call.hangup", of: try call.leg(.phone), isSigned: isSigned)
            #expect(status == 401)
            try await call.talk()
            #expect(scene.phoneDialCount == 1)
            #expect(call.reason(.phone, try await call.isHungUp()) == .answered)
        }
    }

    @Test func `scenario 61: news of a leg that the call never planned changes nothing: the phone rings on`()
        async throws
    {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            let stray = try await scene.strayLeg()
            try await scene.isQuiet()
            #expect(scene.phone.device.screen.map(\.stage) == [.ringing])
            try await call.talk()
            #expect(call.isAlive(stray), "it is not this exchange's to end")
            scene.telnyx.hangUp(stray)
            try await scene.isQuiet()
            try await scene.soundsBothWays(call.caller)
            #expect(call.winner(try await call.isHungUp()) == .phone)
        }
    }

    @Test func `scenario 72: a colleague's device, which the call is not for, is told and given nothing of it`()
        async throws
    {
        try await PublicScene.play(PublicScene.Setting(hasColleague: true)) { scene in
            let call = try await scene.ring()
            let colleague = (name: "alice", password: "alice-secret")
            for request in ["claim", "ready", "decline-everywhere"] {
                let body = #"{"device":"\#(PublicScene.colleague)","request":"\#(request)"}"#
                let asked = try await scene.exchange.ask(
                    "POST", "api/calls/\(call.session)/claim", body, as: (PublicScene.colleague, "secret"))
                #expect(asked.status == 404, "\(request)")
            }
            let looked = try await scene.exchange.ask("GET", "api/voip/call-status/\(call.session)", as: colleague)
            #expect(looked.status == 404)
            #expect(scene.newestLeg(of: .colleague) == nil)
            try await call.talk()
            #expect(call.winner(try await call.isHungUp()) == .phone)
        }
    }
}

extension PublicScene {
    /// A leg that another application of the account has dialed, and that was answered.
    fileprivate func strayLeg() async throws -> String {
        telnyx.put(TelnyxFarEnd(answersAfter: .milliseconds(100), voice: .tone(Self.otherTone)), at: Self.callee)
        let dialed = telnyx.api(
            "POST", "calls",
            [
                "connection_id": .string(TelnyxConfiguration.ofTests.connectionID), "to": .string(Self.callee),
                "from": .string(try #require(Self.numbers["bolt"])),
            ])
        let leg = try #require(dialed["data"]?.object?["call_control_id"]?.string)
        let isAnswered = try await phone.passes { self.isAnswered(leg) }
        try #require(isAnswered)
        return leg
    }

    /// Tells the exchange what the carrier did not say; the status of the answer.
    ///
    /// - Parameter isSigned: whether there is a signature, which is not the carrier's.
    fileprivate func forge(_ event: String, of leg: String, isSigned: Bool) async throws -> Int {
        let path = TelnyxAccount.usualWebhookPath
        var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(exchange.port)\(path)")))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        if isSigned {
            request.setValue("\(clock.now.components.seconds)", forHTTPHeaderField: "telnyx-timestamp")
            let signature = String(repeating: "A", count: 86) + "=="
            request.setValue(signature, forHTTPHeaderField: "telnyx-signature-ed25519")
        }
        let news: JSONObject = [
            "data": [
                "event_type": .string(event), "id": "forged",
                "payload": ["call_control_id": .string(leg), "hangup_cause": "normal_clearing"],
            ]
        ]
        request.httpBody = Data(JSONWriter.bytes(of: .object(news)))
        let (_, response) = try await URLSession.shared.answer(to: request)
        return response.statusCode
    }
}
