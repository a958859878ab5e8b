import CallModel
import PhoneCore
import PushPayload
import Redaction
import Testing

/// A push of ours says until when the exchange rings.
@Suite struct DeadlineTests {
    @Test func `a call rings no longer than the exchange does`() {
        var script = PhoneScript()
        script.push(.ours(1), ringLeft: .seconds(12))
        #expect(script.timers[.ring(callA)] == .seconds(12))
        script.reported(callA)
        #expect(script.fire(.ring(callA)) == ["ended A unanswered", "keep awake", "notify missed A", "let sleep"])
    }

    @Test func `a call rings for as long as the exchange says, though longer than one of which nothing is known`() {
        var script = PhoneScript()
        script.push(.ours(1), ringLeft: .seconds(50))
        #expect(script.timers[.ring(callA)] == .seconds(50))
        #expect(PhoneLimits().ringDuration < .seconds(50))
    }

    @Test func `however long the exchange rings, the phone's own limit stands, before the system ends the call`() {
        var script = PhoneScript()
        script.push(.ours(1), ringLeft: .seconds(600))
        #expect(script.timers[.ring(callA)] == PhoneLimits().ringDurationMax)
        // C32: the system ends it after 60 s, as if it were declined.
        #expect(PhoneLimits().ringDurationMax < .seconds(60))
    }

    @Test(arguments: [Duration.zero, .milliseconds(-1), .seconds(-3600)])
    func `a push past its deadline is reported, ended and told as missed, once`(left: Duration) {
        var script = PhoneScript()
        #expect(script.push(.ours(1), age: .seconds(1), ringLeft: left) == ["throwaway A", "notify missed A"])
        #expect(script.reported(callA, .throwaway) == ["ended A unanswered"])
        #expect(script.push(.ours(1), ringLeft: left, spare: 2) == ["throwaway x2"])
        #expect(script.timers[.ring(callA)] == nil)
    }

    @Test func `a push past its deadline that need not be reported is only told as missed`() {
        var script = PhoneScript()
        #expect(
            script.push(.ours(1), mustReport: false, ringLeft: .seconds(-1)) == [
                "keep awake", "notify missed A", "let sleep",
            ])
    }

    @Test func `with a deadline to come the age of a push says nothing`() {
        var script = PhoneScript()
        #expect(
            script.push(.ours(1), age: .seconds(600), ringLeft: .seconds(20)).first == "announce A +18179398981 Alice")
        #expect(script.timers[.ring(callA)] == .seconds(20))
    }

    @Test func `a second push of the call brings the deadline that the vendor's did not have`() {
        var script = PhoneScript()
        script.push(.vendors(1))
        let call = script.phone.calls.first?.id
        #expect(call.flatMap { script.timers[.ring($0)] } == PhoneLimits().ringDuration)
        script.push(.ours(1), ringLeft: .seconds(7), spare: 2)
        #expect(call.flatMap { script.timers[.ring($0)] } == .seconds(7))
    }

    @Test func `a second push of a call that was taken changes no deadline`() {
        var script = PhoneScript.ringing()
        script.perform(.answer(callA))
        script.push(.ours(1), ringLeft: .seconds(7), spare: 2)
        #expect(script.timers[.ring(callA)] == nil)
    }

    @Test func `the rest of the ring time is bounded by deadline and clock`() {
        var push = IncomingPush.ringing(
            Names.session(1), organization: "acme", deadline: WallTime(milliseconds: 40_000))
        push.sentAt = WallTime(milliseconds: 10_000)
        let spare = Names.spare(1)
        let early = VoIPPush(push, mustReport: true, now: WallTime(milliseconds: 15_000), spare: spare)
        let late = VoIPPush(push, mustReport: true, now: WallTime(milliseconds: 41_000), spare: spare)
        #expect(early.ringLeft == .seconds(25))
        #expect(early.age == .seconds(5))
        #expect(late.ringLeft == .seconds(-1))
        push.deadline = nil
        #expect(VoIPPush(push, mustReport: true, now: WallTime(milliseconds: 41_000), spare: spare).ringLeft == nil)
    }
}
