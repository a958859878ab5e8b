import CallModel
import RingCore
import Testing

/// Situations 1–15 of Documentation/RingScenarios.md: who gets a call that several answer.
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

    @Test func `scenario 02: of two answers one wins, and the other leg is hung up and told`() {
        var call = RingStory.ringing(2)
        call.answers(1)
        call.answers(2)
        #expect(call.commands == ["hang up 2: answeredElsewhere"])
        #expect(call.notices == ["b: over, answeredElsewhere"])
        call.bridges(1)
        #expect(call.session.status.winner == "a")
        #expect(call.rank(2) == .answered)
        #expect(call.violations == [])
    }

    @Test(arguments: [[1, 2], [2, 1]])
    func `scenario 03: the answer that is processed first wins, and nothing changes that`(order: [Int]) {
        var call = RingStory.ringing(2)
        for number in order { call.answers(number) }
        for number in order.reversed() { call.answers(number) }
        call.bridges(order[0])
        #expect(call.session.status.winner == DeviceID(order[0] == 1 ? "a" : "b"))
        #expect(call.session.epoch == 0 && call.violations == [])
    }

    @Test func `scenario 04: a device that taps answer twice has the call once`() {
        var call = RingStory.ringing(2)
        call.asks("a", .claim)
        call.asks("a", .claim)
        #expect(call.notices == ["reply to a: granted"])
        call.answers(1)
        call.asks("a", .claim)
        #expect(call.notices == ["reply to a: granted"] && call.commands == [])
        call.answers(1)
        #expect(call.effects == [])
        #expect(call.violations == [])
    }

    @Test func `scenario 05: one user answers on two devices at once and talks on one`() {
        var call = RingStory.ringing(2)
        call.asks("a", .claim)
        call.asks("b", .claim)
        #expect(call.notices == ["reply to b: taken"])
        call.answers(1)
        call.answers(2)
        call.bridges(1)
        #expect(call.reason("a") == .answered && call.reason("b") == .answeredElsewhere)
        #expect(call.violations == [])
    }

    @Test func `scenario 06: the winner's answer, told again after the bridge, changes nothing`() {
        var call = RingStory.ringing(2)
        call.talks(1)
        call.answers(1)
        #expect(call.effects == [] && call.stage == .active)
    }

    @Test func `scenario 07: the winner's answer, told again after the end, opens nothing`() {
        var call = RingStory.ringing(1)
        call.talks(1)
        call.ends(1)
        call.answers(1)
        #expect(call.effects == [] && call.outcome == .completedByCallee)
    }

    @Test func `scenario 08: an answer after the deadline counts while it still rings`() {
        var call = RingStory.ringing(1)
        call.passesUnnoticed(.seconds(31))
        call.answers(1)
        #expect(call.stage == .claimed)
        call.bridges(1)
        #expect(call.stage == .active && call.violations == [])
    }

    @Test func `scenario 08: an answer after the deadline is too late once the call was given up`() {
        var call = RingStory.ringing(1)
        call.passes(.seconds(30))
        #expect(call.outcome == .noAnswer)
        call.answers(1)
        call.passes(.seconds(5))
        #expect(call.reason("a") == .missed)
        #expect(call.stage == .ended && call.violations == [])
    }

    @Test func `scenario 09: a device may rescue a call under the greeting, and then there is no message`() {
        var call = RingStory.ringing(2, policy: RingPolicy())
        call.passes(.seconds(30))
        #expect(call.commands == ["answer caller"])
        call.callerIsAnswered()
        #expect(call.commands == ["play greeting"])
        call.answers(2)
        #expect(call.commands == ["stop playing", "bridge 2"])
        call.bridges(2)
        #expect(call.stage == .active)
        call.receive(.recordingSaved(.message, RecordingID("r"), length: .seconds(9)))
        #expect(call.messages == [] && call.violations == [])
    }

    @Test func `scenario 09: where rescue is refused, an answer under the greeting is hung up`() {
        var call = RingStory.ringing(1, policy: .voicemail)
        call.passes(.seconds(30))
        #expect(call.commands == ["answer caller", "hang up 1: noAnswer"])
        call.callerIsAnswered()
        call.answers(1)
        #expect(call.commands == [] && call.stage == .voicemail && call.violations == [])
    }

    @Test func `scenario 10: an answer while the caller hangs up is answered and abandoned, not missed`() {
        var call = RingStory.ringing(2)
        call.answers(1)
        call.replies(.alreadyOver, to: .answer)
        #expect(call.outcome == .abandoned)
        #expect(call.reason("a") == .callerHungUp && call.reason("b") == .answeredElsewhere)
        #expect(call.commands == ["hang up 1: cancelled", "hang up 2: answeredElsewhere"])
        #expect(call.missedCalls == [] && call.violations == [])
    }

    @Test func `scenario 11: a claim that is not used lapses, and the others ring on`() {
        var call = RingStory.ringing(2)
        call.asks("a", .claim)
        call.passes(.seconds(5))
        #expect(call.stage == .ringing && call.session.epoch == 1)
        call.answers(2)
        call.bridges(2)
        #expect(call.session.status.winner == "b" && call.violations == [])
    }

    @Test func `scenario 12: who answers beside a claim waits for it, and loses when it is used`() {
        var call = RingStory.ringing(2)
        call.asks("a", .claim)
        call.answers(2)
        #expect(call.commands == [])
        call.answers(1)
        #expect(call.session.status.winner == "a")
        call.bridges(1)
        #expect(call.commands == ["hang up 2: answeredElsewhere"] && call.violations == [])
    }

    @Test func `scenario 12: who answers beside a claim wins when it lapses`() {
        var call = RingStory.ringing(2)
        call.asks("a", .claim)
        call.answers(2)
        call.passes(.seconds(5))
        #expect(call.session.status.winner == "b" && call.session.epoch == 1)
        #expect(call.commands == ["answer caller", "bridge 2"] && call.violations == [])
    }

    @Test func `scenario 13: a device that never heard its claim was granted answers and has the call`() {
        var call = RingStory.ringing(2)
        call.asks("b", .claim)
        call.answers(2)
        #expect(call.commands == ["answer caller", "bridge 2"] && call.session.epoch == 0)
        #expect(call.violations == [])
    }

    @Test func `scenario 14: a winner without news of a bridge keeps the call, and no second is chosen`() {
        var call = RingStory.ringing(2)
        call.talks(1)
        call.ends(2)
        call.passes(.seconds(60))
        #expect(call.commands == ["look at caller", "look at 1"])
        call.looked(.parent, .alive)
        call.looked(call.ref(1), .alive)
        call.answers(2)
        #expect(call.session.status.winner == "a" && call.stage == .active && call.violations == [])
    }

    @Test func `scenario 15: a machine behind a number is hung up, and the others ring on`() {
        var call = RingStory([DeviceCandidate("a", of: UserID("ann")), .number("home")])
        call.rings(1)
        call.rings(2)
        call.answers(2)
        #expect(call.commands == ["ask 2 for a key"] && call.stage == .ringing)
        call.receive(.confirmed(call.leg(2), isPerson: false))
        #expect(call.commands == ["hang up 2: noAnswer"] && call.reason("home") == .machine)
        #expect(call.stage == .ringing)
        call.talks(1)
        #expect(call.stage == .active && call.violations == [])
    }

    @Test func `scenario 15: a person behind a number wins with the key`() {
        var call = RingStory([DeviceCandidate("a", of: UserID("ann")), .number("home")])
        call.rings(2)
        call.answers(2)
        call.receive(.confirmed(call.leg(2), isPerson: true))
        #expect(call.commands == ["answer caller", "bridge 2"])
        call.receive(.confirmed(call.leg(2), isPerson: true))
        #expect(call.effects == [] && call.violations == [])
    }
}
