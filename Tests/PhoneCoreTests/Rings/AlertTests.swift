import CallModel
import PhoneCore
import PushPayload
import Redaction
import Testing

/// Alerts: what the phone makes of pushes that did not wake it, and of the token they come by.
@Suite struct AlertTests {
    private static let signedIn = PhoneEvent.session(
        .signedIn(until: WallTime(milliseconds: 10_000_000), now: WallTime(milliseconds: 0)))
    private let token = DevicePushToken("ab01")

    private func alert(_ ringLeft: Duration, _ notice: PushNotice = .call(.ours(1))) -> PhoneEvent {
        .push(VoIPPush(notice, mustReport: false, ringLeft: ringLeft, spare: Names.spare(3), way: .alert))
    }

    private func moment(_ reason: EndReason, round: RingRound = .first) -> PhoneEvent {
        .push(
            VoIPPush(
                .ended(session: sessionA, vendor: nil, reason, round: round), mustReport: false,
                spare: Names.spare(4), way: .background))
    }

    private func removesAlert(_ script: PhoneScript, of round: RingRound = .first) -> Bool {
        script.effects.contains(.notification(.removeAlert(sessionA, round)))
    }

    @Test func `an alert that is opened in time connects and rings, and goes with the call`() {
        var script = PhoneScript(onScreen: false)
        #expect(script.handle(alert(.seconds(12))) == ["announce A +18179398981 Alice", "connect acme"])
        #expect(script.timers[.ring(callA)] == .seconds(12))
        script.reported(callA)
        script.signal(.ready)
        script.line(lineA, .invited(.ours(1)))
        script.line(lineA, .ended(.cancelled))
        #expect(removesAlert(script))
    }

    @Test func `an alert that is opened too late is a missed call, and does not ring`() {
        var script = PhoneScript(onScreen: false)
        let orders = script.handle(alert(.seconds(-5)))
        #expect(orders.contains("notify missed A") && removesAlert(script))
        #expect(!orders.contains { $0.hasPrefix("announce") })
    }

    @Test func `an alert beside the push that woke the phone rings no second time`() {
        var script = PhoneScript.ringing()
        #expect(script.handle(alert(.seconds(12))).isEmpty)
    }

    @Test func `an alert that came beside the push goes when the call is taken, and when it ends`() {
        var script = PhoneScript.ringing()
        script.perform(.answer(callA))
        #expect(removesAlert(script))
        script.line(lineA, .activeIn)
        #expect(!removesAlert(script))
        // It may have come after the answer.
        script.perform(.end(callA))
        #expect(removesAlert(script))
    }

    @Test func `an alert that came beside the push goes with a call that was not taken`() {
        var script = PhoneScript.ringing()
        script.line(lineA, .ended(.answeredElsewhere))
        #expect(removesAlert(script))
    }

    @Test func `a call that was placed has no alert to take away`() {
        var script = PhoneScript()
        script.user(.dial(DialRequest("1002", spare: Names.spare(5))))
        script.requested(Names.spare(5), .start)
        script.perform(.start(Names.spare(5), .phoneNumber("1002")))
        script.perform(.end(Names.spare(5)))
        #expect(!removesAlert(script))
    }

    @Test func `a moment in the background takes a stale ring and its alert away`() {
        var script = PhoneScript.ringing()
        let orders = script.handle(moment(.answeredElsewhere))
        #expect(orders.contains("ended A answeredElsewhere") && removesAlert(script))
    }

    @Test func `a call that only an alert told of is missed, once, unless a device of the person's took it`() {
        var script = PhoneScript(onScreen: false)
        let orders = script.handle(moment(.cancelled))
        #expect(Set(orders) == ["notify missed A", "keep awake", "let sleep"] && removesAlert(script))
        #expect(orders.last == "let sleep")
        #expect(script.handle(moment(.cancelled)).isEmpty && removesAlert(script))
        // The late alert of that call is no news either.
        #expect(script.handle(alert(.seconds(9))).isEmpty && removesAlert(script))
        var other = PhoneScript(onScreen: false)
        #expect(other.handle(moment(.answeredElsewhere)).isEmpty && removesAlert(other))
    }

    @Test func `a late end of the first ringing takes nothing from the second, where only alerts ring`() {
        var script = PhoneScript(onScreen: false)
        script.handle(moment(.completed))
        #expect(removesAlert(script) && !removesAlert(script, of: 2))
        script.handle(moment(.cancelled, round: 2))
        #expect(removesAlert(script, of: 2) && !removesAlert(script))
    }

    @Test func `a ringing that goes on as the next one takes the alert of the first away`() {
        var script = PhoneScript.ringing()
        var next = PushedCall.ours(1)
        next.round = 2
        script.push(next)
        #expect(removesAlert(script) && !removesAlert(script, of: 2))
    }

    @Test func `the token for alerts reaches the exchange as soon as a person is signed in, once a process`() {
        var script = PhoneScript()
        #expect(script.handle(.alertToken(token)).isEmpty)
        #expect(script.handle(Self.signedIn).contains("upload alert token"))
        #expect(script.handle(.alertToken(token)).isEmpty)
        script.handle(.alertTokenReported(token, true))
        #expect(script.handle(.alertToken(token)).isEmpty)
        #expect(script.handle(.alertToken(DevicePushToken("cd02"))) == ["upload alert token"])
    }

    @Test func `an upload that failed is made again when the token is given again`() {
        var script = PhoneScript()
        script.handle(Self.signedIn)
        #expect(script.handle(.alertToken(token)) == ["upload alert token"])
        script.handle(.alertTokenReported(token, false))
        #expect(script.handle(.alertToken(token)) == ["upload alert token"])
    }
}
