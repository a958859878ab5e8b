import CallModel
import RingCore
import Testing

/// Situations 33–40 of Documentation/RingScenarios.md: joining caller and winner, when the carrier is not of one mind.
struct Bridging {
    @Test func `scenario 33: a bridge refused for the moment is tried again, under a new name, and succeeds`() {
        var call = RingStory.ringing(1)
        call.answers(1)
        for _ in 1...3 {
            let name = call.command(.bridge, call.ref(1))
            call.replies(.conflict, to: .bridge, call.ref(1))
            #expect(call.commands == [])
            call.passes(RingLimits.bridgeRetryWait)
            #expect(call.commands == ["bridge 1"] && call.command(.bridge, call.ref(1)) != name)
        }
        #expect(call.now - RingStory.start < .seconds(1))
        call.bridges(1)
        #expect(call.stage == .active && call.violations == [])
    }

    @Test func `scenario 33: a bridge that is never made gives the winner up, with an alarm`() {
        var call = RingStory.ringing(1)
        call.answers(1)
        call.callerIsAnswered()
        for _ in 1...RingLimits.bridgeAttemptsMax {
            call.replies(.conflict, to: .bridge, call.ref(1))
            call.passes(RingLimits.bridgeRetryWait)
        }
        #expect(call.alarms == [.bridgeFailed(call.leg(1))])
        #expect(call.stage == .voicemail && call.reason("a") == .failed && call.violations == [])
    }

    @Test func `scenario 34: an unconfirmed bridge is looked at and made again`() {
        var call = RingStory.ringing(1)
        call.answers(1)
        call.callerIsAnswered()
        call.replies(.accepted(nil), to: .bridge, call.ref(1))
        call.passes(RingLimits.bridgeWait)
        #expect(call.commands == ["look at caller", "look at 1"])
        call.looked(.parent, .alive)
        #expect(call.commands == [])
        call.looked(call.ref(1), .alive)
        #expect(call.commands == ["bridge 1"])
        call.bridges(1)
        #expect(call.stage == .active && call.violations == [])
    }

    @Test func `scenario 34: or the call ends, when the caller is found gone`() {
        var call = RingStory.ringing(1)
        call.answers(1)
        call.replies(.accepted(nil), to: .bridge, call.ref(1))
        call.passes(RingLimits.bridgeWait)
        call.looked(.parent, .over)
        #expect(call.outcome == .abandoned && call.violations == [])
    }

    @Test func `scenario 35: a bridge too early waits for the caller to be answered`() {
        var call = RingStory.ringing(1)
        call.answers(1)
        call.replies(.notAnswered, to: .bridge, call.ref(1))
        #expect(call.commands == [])
        call.callerIsAnswered()
        #expect(call.commands == ["bridge 1"])
        call.bridges(1)
        #expect(call.stage == .active && call.violations == [])
    }

    @Test func `scenario 36: after a crash between answer and bridge the stored session goes on`() throws {
        var call = RingStory.ringing(1)
        call.answers(1)
        call.callerIsAnswered()
        try call.restarts()
        #expect(call.commands == ["look at caller", "look at 1"])
        call.replies(.accepted(nil), to: .bridge, call.ref(1))
        call.bridges(1)
        #expect(call.stage == .active && call.violations == [])
    }

    @Test func `scenario 36: and if the bridge was lost with the crash it is made again within its wait`() throws {
        var call = RingStory.ringing(1)
        call.answers(1)
        call.callerIsAnswered()
        try call.restarts()
        call.passes(RingLimits.bridgeWait)
        call.looked(.parent, .alive)
        call.looked(call.ref(1), .alive)
        #expect(call.commands == ["bridge 1"] && call.violations == [])
    }

    @Test(arguments: [true, false])
    func `scenario 37: either side's news of the bridge is enough`(isCallers: Bool) {
        var call = RingStory.ringing(1)
        call.answers(1)
        if isCallers { call.callerIsBridged() } else { call.bridges(1) }
        #expect(call.stage == .active)
        if isCallers { call.bridges(1) } else { call.callerIsBridged() }
        #expect(call.effects == [] && call.violations == [])
    }

    @Test func `scenario 37: late news of the first winner's bridge does not make the second one's`() {
        var call = RingStory.ringing(2)
        call.answers(1)
        call.callerIsAnswered()
        call.ends(1)
        call.answers(2)
        #expect(call.session.epoch == 1 && call.stage == .claimed)
        call.receive(.bridged(.parent, BridgeMark(call.leg(1), epoch: 0)))
        #expect(call.stage == .claimed && call.effects == [])
        call.receive(.bridged(.parent))
        #expect(call.stage == .claimed && call.effects == [], "the news does not say which")
        call.replies(.conflict, to: .bridge, call.ref(2))
        call.passes(RingLimits.bridgeRetryWait)
        #expect(call.commands == ["bridge 2"])
        call.receive(.bridged(.parent, BridgeMark(call.leg(2), epoch: 1)))
        #expect(call.stage == .active && call.session.status.winner == "b" && call.violations == [])
    }

    @Test func `scenario 38: a bridge that is told before its answer is an answer and a claim`() {
        var call = RingStory.ringing(2)
        call.bridges(2)
        #expect(call.stage == .active && call.session.status.winner == "b")
        call.answers(2)
        #expect(call.effects == [] && call.violations == [])
    }

    @Test func `scenario 38: a bridge with a leg that has no claim is an alarm, and that leg goes`() {
        var call = RingStory.ringing(2)
        call.answers(1)
        call.bridges(2)
        #expect(call.alarms == [.bridgedWithoutClaim(call.leg(2))])
        #expect(call.commands == ["hang up 2: answeredElsewhere"])
        #expect(call.session.status.winner == "a" && call.violations == [])
    }

    @Test func `scenario 39: a leg the carrier joined goes where the stored claim is another's`() {
        var call = RingStory.ringing(2)
        call.answers(2)
        call.replies(.refused, to: .bridge, call.ref(2))
        call.bridges(1)
        #expect(call.alarms == [.bridgedWithoutClaim(call.leg(1))])
        #expect(call.commands == ["hang up 1: answeredElsewhere"])
        call.passes(RingLimits.bridgeRetryWait)
        call.bridges(2)
        #expect(call.session.status.winner == "b" && call.violations == [])
    }

    @Test func `scenario 39: with two exchanges at odds the carrier refuses the second bridge, and its leg goes`() {
        var call = RingStory.ringing(2)
        var other = call
        call.answers(1)
        call.callerIsAnswered()
        call.bridges(1)
        // The other exchange has not read of that, and joins another leg: the carrier holds the caller joined.
        other.answers(2)
        other.callerIsAnswered()
        for attempt in 1...RingLimits.bridgeAttemptsMax {
            other.replies(.refused, to: .bridge, other.ref(2))
            if attempt < RingLimits.bridgeAttemptsMax { other.passes(RingLimits.bridgeRetryWait) }
        }
        #expect(other.commands.contains("hang up 2: failed") && other.alarms == [.bridgeFailed(other.leg(2))])
        // Its decision cannot be stored over the other's; the loser ends by either decision.
        call.answers(2)
        #expect(call.session.status.winner == "a" && call.reason("b") == .answeredElsewhere)
        #expect(call.rank(1) == .bridged && call.violations == [] && other.violations == [])
    }

    @Test func `scenario 40: a caller whose partner goes is ended in so many words`() {
        var call = RingStory.ringing(1)
        call.talks(1)
        call.ends(1)
        #expect(call.commands == ["hang up caller: completed"])
        call.replies(.unavailable, to: .hangUp)
        call.passes(.seconds(5))
        #expect(call.commands == ["look at caller"])
        call.looked(.parent, .alive)
        #expect(call.commands == ["hang up caller: completed"] && call.violations == [])
    }
}
