import CallModel
import RingCore
import Testing

/// Situations 16–26 of Documentation/RingScenarios.md: who hangs up when, and how it counts.
struct HangUpRaces {
    @Test func `scenario 19: a caller whose answer was never told is hung up, for to refuse them is too late`() {
        var call = RingStory.ringing(1)
        call.answers(1)
        call.ends(1)
        #expect(call.outcome == .winnerLost && call.commands == ["hang up caller: dropped"] && call.violations == [])
    }

    @Test func `an unanswered caller is turned away, and hung up where the carrier would not`() {
        var call = RingStory.ringing(1)
        call.passes(.seconds(30))
        #expect(call.commands.contains("turn caller away: noAnswer"))
        call.replies(.refused, to: .hangUp)
        call.passes(RingLimits.silenceMax)
        call.looked(.parent, .alive)
        #expect(call.commands == ["hang up caller: noAnswer"] && call.violations == [])
    }

    @Test func `scenario 19: a caller whose answer is told after the winner was lost hears ringing`() {
        var call = RingStory.ringing(2)
        call.answers(1)
        call.ends(1)
        #expect(call.commands == ["play ringback"], "the answer may have been given")
        call.replies(.notAnswered, to: .playRingback)
        #expect(call.commands == [], "they hear the carrier's")
        call.callerIsAnswered()
        #expect(call.commands == ["play ringback"] && call.violations == [])
    }

    @Test func `scenario 19: ringback that ends is begun again after a pause`() {
        var call = RingStory.ringing(2)
        call.answers(1)
        call.callerIsAnswered()
        call.ends(1)
        #expect(call.commands == ["play ringback"])
        for _ in 1...3 {
            call.receive(.playbackEnded(.playRingback, hasPlayed: true))
            #expect(call.commands == [])
            call.passes(RingLimits.ringbackPause)
            #expect(call.commands == ["play ringback"])
        }
        call.answers(2)
        call.bridges(2)
        call.receive(.playbackEnded(.playRingback, hasPlayed: true))
        #expect(call.effects == [] && call.stage == .active && call.violations == [])
    }

    @Test(arguments: [WinnerLostPolicy.voicemail, .apology])
    func `scenario 19: where no ringback can be played the caller is told instead`(policy: WinnerLostPolicy) {
        var call = RingStory.ringing(2, policy: RingPolicy().with { $0.afterWinnerLost = policy })
        call.answers(1)
        call.callerIsAnswered()
        call.ends(1)
        call.replies(.refused, to: .playRingback)
        let words = policy == .voicemail ? "play greeting" : "play apology"
        #expect(call.commands.first == words && call.violations == [])
    }

    @Test func `scenario 16: a caller who gives up ends every leg, and one missed call is written`() {
        var call = RingStory.ringing(2)
        call.callerHangsUp()
        #expect(call.commands == ["hang up 1: cancelled", "hang up 2: cancelled"])
        #expect(call.notices == ["a: over, callerCancelled", "b: over, callerCancelled"])
        #expect(call.missedCalls == [.missedCall([UserID("ann")], .cancelled)])
        call.callerHangsUp()
        #expect(call.effects == [])
        call.everybodyGoes()
        #expect(call.session.isClosed && call.violations == [])
    }

    @Test func `scenario 17: a caller gone before any leg is known takes the dials back`() {
        var call = RingStory(DeviceCandidate.several(2))
        call.callerHangsUp()
        let withdrawn = call.effects.filter { if case .withdraw = $0 { true } else { false } }
        #expect(withdrawn.count == 2 && call.commands == [])
        call.replies(.withdrawn, to: .dial, call.ref(1))
        call.adopted(2)
        #expect(call.commands == ["hang up 2: cancelled"])
        call.ends(2)
        #expect(call.session.isClosed && call.missedCalls.count == 1 && call.violations == [])
    }

    @Test func `scenario 18: a caller gone between claim and bridge was answered and abandoned`() {
        var call = RingStory.ringing(2)
        call.answers(1)
        call.callerHangsUp()
        #expect(call.outcome == .abandoned && call.reason("a") == .callerHungUp)
        #expect(call.missedCalls == [] && call.violations == [])
    }

    @Test func `scenario 19: a winner gone before the bridge leaves the call to the others`() {
        var call = RingStory.ringing(2)
        call.answers(1)
        call.callerIsAnswered()
        call.ends(1)
        #expect(call.session.epoch == 1 && call.stage == .ringing)
        #expect(call.commands == ["play ringback"])
        #expect(call.notices == ["a: over, lost", "b: ringing again"])
        call.answers(2)
        #expect(call.commands == ["bridge 2"])
        call.bridges(2)
        #expect(call.stage == .active && call.violations == [])
    }

    @Test func `scenario 19: a winner gone after the losers leaves the caller to voicemail, never to silence`() {
        var call = RingStory.ringing(2, policy: .voicemail)
        call.answers(1)
        call.callerIsAnswered()
        call.passes(.seconds(1))
        #expect(call.commands == ["hang up 2: answeredElsewhere"])
        call.ends(1)
        #expect(call.commands == ["play greeting"] && call.stage == .voicemail && call.violations == [])
    }

    @Test func `scenario 19: or to an apology, where there is no voicemail`() {
        var call = RingStory.ringing(1)
        call.answers(1)
        call.callerIsAnswered()
        call.ends(1)
        #expect(call.commands == ["play apology"])
        call.receive(.playbackEnded(.playApology, hasPlayed: true))
        #expect(call.outcome == .winnerLost && call.commands == ["hang up caller: dropped"])
        #expect(call.violations == [])
    }

    @Test func `scenario 20: a winner who hangs up ends the call for both`() {
        var call = RingStory.ringing(1)
        call.talks(1)
        call.ends(1)
        #expect(call.outcome == .completedByCallee)
        #expect(call.commands == ["hang up caller: completed"])
        call.callerHangsUp()
        #expect(call.session.isClosed && call.violations == [])
    }

    @Test func `scenario 21: an answer that comes after the leg's end claims nothing`() {
        var call = RingStory.ringing(2)
        call.ends(1, .declined)
        call.answers(1)
        #expect(call.effects == [] && call.stage == .ringing)
    }

    @Test func `scenario 22: a caller whose end came first leaves a missed call and rings no device`() {
        let call = RingStory(DeviceCandidate.several(2), isGone: true)
        #expect(call.commands == [] && call.notices == [])
        #expect(call.missedCalls == [.missedCall([UserID("ann")], .cancelled)])
        #expect(call.session.isClosed && call.violations == [])
    }

    @Test func `scenario 23: hanging up a leg that is over already has succeeded`() {
        var call = RingStory.ringing(1)
        call.callerHangsUp()
        call.replies(.alreadyOver, to: .hangUp, call.ref(1))
        #expect(call.rank(1) == .over && call.session.isClosed && call.violations == [])
    }

    @Test(arguments: [CarrierHangUpReason.hungUp, .followed])
    func `who ended a conversation is right whichever leg is told of first`(news: CarrierHangUpReason) {
        for isCallerFirst in [true, false] {
            var call = RingStory.ringing(1)
            call.talks(1)
            if isCallerFirst { call.callerHangsUp(news) } else { call.ends(1, news) }
            #expect(call.outcome == (isCallerFirst == (news == .hungUp) ? .completedByCaller : .completedByCallee))
            if isCallerFirst { call.ends(1) } else { call.callerHangsUp() }
            #expect(call.session.isClosed && call.violations == [])
        }
    }

    @Test func `scenario 24: a hang-up without news is found by looking`() {
        var call = RingStory.ringing(1)
        call.talks(1)
        call.passes(.seconds(60))
        #expect(call.commands == ["look at caller", "look at 1"])
        call.looked(call.ref(1), .over)
        #expect(call.outcome == .completedByCallee)
        call.passes(.seconds(5))
        #expect(call.commands == ["look at caller"])
        call.looked(.parent, .over)
        #expect(call.session.isClosed && call.violations == [])
    }

    @Test func `scenario 24: a leg that does not go is told again, and in the end an alarm is raised`() {
        var call = RingStory.ringing(1)
        call.callerHangsUp()
        for _ in 1..<Int(RingLimits.hangUpAttemptsMax) {
            call.passes(.seconds(5))
            #expect(call.commands == ["look at 1"])
            call.looked(call.ref(1), .alive)
            #expect(call.commands == ["hang up 1: cancelled"])
        }
        #expect(call.alarms == [.hangUpIgnored(call.ref(1))] && call.violations == [])
    }

    @Test(arguments: CarrierHangUpReason.allCases)
    func `scenario 25: whatever the carrier calls a loser's end, it was answered elsewhere`(news: CarrierHangUpReason) {
        var call = RingStory.ringing(2)
        call.talks(1)
        call.ends(2, news)
        #expect(call.reason("b") == .answeredElsewhere && call.violations == [])
    }

    @Test func `scenario 26: four hours are the end of a call, and the record is exact`() {
        var call = RingStory.ringing(1)
        call.passes(.seconds(3))
        call.talks(1)
        call.looksAlive(for: RingLimits.callTimeMax)
        #expect(call.outcome == .timeLimit)
        let expected = CallRecord(
            session: RingStory.session, organization: RingStory.organization, outcome: .timeLimit, winner: "a",
            openedAt: RingStory.start, bridgedAt: RingStory.start + .seconds(3),
            endedAt: RingStory.start + .seconds(3) + RingLimits.callTimeMax)
        #expect(call.records.contains(.call(expected)) && expected.talkTime == RingLimits.callTimeMax)
        #expect(call.violations == [])
    }

    @Test func `scenario 26: the carrier's own limit counts the same`() {
        var call = RingStory.ringing(1)
        call.talks(1)
        call.callerHangsUp(.timeLimit)
        #expect(call.outcome == .timeLimit && call.violations == [])
    }
}
