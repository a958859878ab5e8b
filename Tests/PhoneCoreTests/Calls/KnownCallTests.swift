import PhoneCore
import Testing

/// A call that the system has is ended there; one that it has not is not.
@Suite struct KnownCallTests {
    @Test func `a report refused because the call is there counts as made`() {
        var script = PhoneScript()
        script.push(.ours(1))
        #expect(script.reported(callA, .announce, .alreadyExists) == [])
        #expect(script.fire(.ring(callA)) == ["ended A unanswered", "keep awake", "notify missed A", "let sleep"])
    }

    @Test(arguments: [ReportRefusal.filteredByDoNotDisturb, .filteredByBlockList, .limitReached, .unknown])
    func `a call that the system would not ring is over here, without notice or termination`(refusal: ReportRefusal) {
        var script = PhoneScript()
        script.push(.ours(1))
        #expect(script.reported(callA, .announce, refusal) == [])
        #expect(script.phone.calls.isEmpty)
        #expect(script.timers[.ring(callA)] == nil)
        #expect(script.line(lineA, .invited(.ours(1))) == [])
        #expect(script.phone.calls.isEmpty)
    }

    @Test func `a call reported twice is over when the second is refused too`() {
        var script = PhoneScript()
        script.push(.ours(1))
        script.push(.ours(1), spare: 2)
        script.reported(callA, .announce, .filteredByDoNotDisturb)
        #expect(script.phone.calls.map(\.id) == [callA])
        script.reported(callA, .again, .filteredByDoNotDisturb)
        #expect(script.phone.calls.isEmpty)
    }

    @Test func `a call answered in the app before the system has it is answered as soon as the system has it`() {
        var script = PhoneScript()
        script.push(.ours(1))
        #expect(script.user(.answer(callA, other: .hold)) == [])
        #expect(script.outcome == .accepted(callA))
        #expect(script.user(.answer(callA, other: .hold)) == [], "a second tap is harmless")
        #expect(script.reported(callA) == ["request answer A: answer A"])
        #expect(script.perform(.answer(callA)) == ["configure audio"])
    }

    @Test func `a call that the system refuses or the person ends is not answered, though it was asked for`() {
        var script = PhoneScript()
        script.push(.ours(1))
        script.user(.answer(callA, other: .hold))
        #expect(script.reported(callA, .announce, .filteredByDoNotDisturb) == [])
        #expect(script.phone.calls.isEmpty)

        var ended = PhoneScript()
        ended.push(.ours(1))
        ended.user(.answer(callA, other: .hold))
        ended.user(.end(callA))
        #expect(!ended.reported(callA).contains("request answer A: answer A"))
    }
}
