import CallModel
import RingCore
import Testing

/// Situations 27–32 of Documentation/RingScenarios.md: declining, busy, and unreachable.
struct Declining {
    private static let group = [
        DeviceCandidate("a", of: UserID("ann")), DeviceCandidate("b", of: UserID("ann")),
        DeviceCandidate("c", of: UserID("bob")),
    ]

    private static func ringingGroup(policy: RingPolicy = .plain) -> RingStory {
        var call = RingStory(group, policy: policy)
        for number in 1...3 { call.rings(number) }
        return call
    }

    @Test func `scenario 27: a device that declines ends its own leg only`() {
        var call = RingStory.ringing(2)
        call.asks("a", .declineHere)
        #expect(call.commands == ["hang up 1: declined"] && call.notices == ["a: over, declined"])
        call.ends(1, .hungUp)
        #expect(call.stage == .ringing)
        call.talks(2)
        #expect(call.stage == .active && call.violations == [])
    }

    @Test func `scenario 28: declining everywhere ends that user's devices, and the group rings on`() {
        var call = Self.ringingGroup()
        call.asks("a", .declineEverywhere)
        #expect(call.commands == ["hang up 1: declined", "hang up 2: declinedElsewhere"])
        #expect(call.stage == .ringing && call.reason("c") == nil)
        call.talks(3)
        #expect(call.stage == .active && call.violations == [])
    }

    @Test(arguments: [
        (CarrierHangUpReason.declined, DeviceReason.declined), (.busy, .busy), (.noAnswer, .missed),
        (.unknown, .failed),
    ])
    func `scenario 28: a device whose leg has ended may still decline for all of its user's`(
        news: CarrierHangUpReason, reason: DeviceReason
    ) {
        var call = Self.ringingGroup()
        call.ends(1, news)
        call.asks("a", .declineEverywhere)
        #expect(call.commands == ["hang up 2: declinedElsewhere"])
        #expect(call.stage == .ringing && call.reason("a") == reason && call.reason("c") == nil)
        #expect(call.violations == [])
    }

    @Test func `scenario 28: with no device left the caller gets voicemail`() {
        var call = Self.ringingGroup(policy: .voicemail)
        call.asks("a", .declineEverywhere)
        call.asks("c", .declineHere)
        #expect(call.commands.contains("answer caller") && call.stage == .voicemail)
        #expect(call.violations == [])
    }

    @Test func `scenario 29: an answer before a decline wins, and the decline changes nothing`() {
        var call = RingStory.ringing(2)
        call.answers(1)
        call.asks("b", .declineEverywhere)
        #expect(call.commands == [] && call.notices == [])
        call.bridges(1)
        #expect(call.reason("b") == .answeredElsewhere && call.violations == [])
    }

    @Test func `scenario 29: a decline everywhere before the answer wins`() {
        var call = RingStory.ringing(2)
        call.asks("b", .declineEverywhere)
        call.answers(1)
        #expect(call.outcome == .declined && call.commands == [])
        #expect(call.missedCalls == [] && call.violations == [])
    }

    @Test(arguments: [CarrierHangUpReason.busy, .declined])
    func `scenario 30: one busy or refusing leg is not everybody's`(news: CarrierHangUpReason) {
        var call = Self.ringingGroup()
        call.ends(1, news)
        #expect(call.stage == .ringing && call.commands == [])
        call.talks(2)
        #expect(call.stage == .active && call.violations == [])
    }

    @Test func `scenario 31: devices that are not there are awaited until the deadline`() {
        var call = RingStory(DeviceCandidate.several(2), policy: .voicemail)
        call.adopted(1)
        call.ends(1, .unreachable)
        #expect(call.stage == .ringing)
        call.adopted(2)
        call.ends(2, .unreachable)
        #expect(call.stage == .ringing)
        call.passes(.seconds(29))
        #expect(call.stage == .ringing)
        call.passes(.seconds(1))
        #expect(call.stage == .voicemail && call.violations == [])
    }

    @Test func `scenario 31: without push there is no device to await`() {
        var call = RingStory([DeviceCandidate("a", of: UserID("ann"), hasPush: false)])
        call.adopted(1)
        call.ends(1, .unreachable)
        #expect(call.outcome == .unreachable && call.missedCalls.count == 1 && call.violations == [])
    }

    @Test func `scenario 32: with no device there is voicemail at once, and no dial`() {
        var call = RingStory([], policy: .voicemail)
        #expect(call.commands == ["answer caller"] && call.stage == .voicemail)
        call.callerIsAnswered()
        #expect(call.commands == ["play greeting"] && call.violations == [])
    }
}
