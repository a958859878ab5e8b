import CallModel
import RingCore
import Testing

/// §5.4 1–15: who gets a call that several answer.
struct AnswerRaces {
    @Test func `scenario 01: one device answers, the others hear that it was answered elsewhere`() {
        var call = RingStory.ringing(3)
        call.answers(2)
        #expect(call.commands == ["answer caller", "bridge 2"])
        #expect(call.notices == ["b: won", "a: answered elsewhere", "c: answered elsewhere"])
        call.callerIsAnswered()
        call.bridges(2)
        #expect(call.stage == .active)
        #expect(call.commands == ["hang up 1: answeredElsewhere", "hang up 3: answeredElsewhere"])
        #expect(call.notices == ["a: over, answeredElsewhere", "c: over, answeredElsewhere"])
        call.ends(1)
        call.ends(3)
        call.callerHangsUp()
        call.ends(2)
        #expect(call.outcome == .completedByCaller)
        #expect(call.missedCalls == [] && call.session.isClosed && call.violations == [])
    }
}
