import CallModel
import RingCore
import Testing

/// A user calls a party of the public network: the user is the caller, and whom they call is the only one to be rung.
@Suite struct CallingOut {
    @Test func `a client of ours cuts no ringing that the exchange may still allow`() {
        #expect(CallTimer.ringing.limit > RingLimits.ringTimeMax + RingLimits.dialMargin)
    }

    @Test func `whom a user calls is dialed at once, and the user goes on hearing ringing`() {
        let call = RingStory([.callee], policy: RingPolicy(), outbound: OutboundCall(by: "ann", from: "phone"))
        #expect(call.commands == ["dial 1"])
        #expect(call.notices.isEmpty, "no device is pushed or told")
        #expect(call.session.direction == .outbound && call.session.status.direction == .outbound)
        #expect(call.violations.isEmpty)
    }

    @Test func `an answer joins the two without asking for a key`() {
        var call = RingStory.callingOut()
        call.answers(1)
        #expect(call.commands == ["answer caller", "bridge 1"])
        call.callerIsAnswered()
        call.bridges(1)
        #expect(call.stage == .active && call.session.status.winner == "out")
        call.ends(1)
        #expect(call.commands == ["hang up caller: completed"])
        call.callerHangsUp(.followed)
        #expect(call.outcome == .completedByCallee && call.session.isClosed && call.violations.isEmpty)
    }

    @Test(arguments: [
        (CarrierHangUpReason.busy, RingOutcome.busy, "turn caller away: busy"),
        (.declined, .declined, "turn caller away: declined"),
        (.unreachable, .unreachable, "turn caller away: unreachable"),
        (.noAnswer, .noAnswer, "turn caller away: noAnswer"),
        (.unknown, .unreachable, "turn caller away: unreachable"),
    ])
    func `how it ends for whom they called is how it ends for the user, who has missed nothing`(
        news: CarrierHangUpReason, outcome: RingOutcome, command: String
    ) {
        var call = RingStory.callingOut()
        call.ends(1, news)
        #expect(call.outcome == outcome && call.commands == [command])
        call.callerHangsUp()
        #expect(call.missedCalls.isEmpty && call.session.isClosed && call.violations.isEmpty)
    }

    @Test func `the user who hangs up first takes the dial with them`() {
        var call = RingStory.callingOut()
        call.callerHangsUp()
        #expect(call.outcome == .cancelled && call.commands == ["hang up 1: cancelled"])
        call.ends(1, .followed)
        #expect(call.missedCalls.isEmpty && call.session.isClosed && call.violations.isEmpty)
    }

    @Test func `a call that no one answers ends when it has rung for as long as it may`() {
        var call = RingStory.callingOut(policy: RingPolicy().with { $0.ringTime = .seconds(60) })
        call.passes(.seconds(59))
        #expect(call.stage == .ringing)
        call.passes(.seconds(1))
        #expect(call.outcome == .noAnswer, "and no greeting is played to a user who calls out")
        #expect(call.commands == ["turn caller away: noAnswer", "hang up 1: noAnswer"])
        call.everybodyGoes()
        #expect(call.session.isClosed && call.violations.isEmpty)
    }

    @Test func `a dial that the carrier refuses ends the call, with an alarm`() {
        var call = RingStory([.callee], outbound: OutboundCall(by: "ann"))
        call.replies(.refused, to: .dial, call.ref(1))
        #expect(call.outcome == .unreachable && call.alarms == [.dialRefused("out")])
        #expect(call.commands == ["turn caller away: unreachable"])
        call.callerHangsUp()
        #expect(call.session.isClosed && call.violations.isEmpty)
    }

    @Test(arguments: OutboundRefusal.allCases)
    func `a call that may not be is dialed nowhere and turned away`(refusal: OutboundRefusal) {
        var call = RingStory.refused(refusal)
        #expect(call.commands == ["turn caller away: declined"])
        #expect(call.outcome == .refused && call.missedCalls.isEmpty && call.messages.isEmpty)
        call.callerHangsUp()
        #expect(call.session.isClosed && call.violations.isEmpty)
    }

    @Test func `an exchange that dies between dial and bridge joins the two when it is back`() throws {
        var call = RingStory.callingOut()
        try call.restarts()
        #expect(call.commands == ["look at caller", "look at 1"])
        call.answers(1)
        try call.restarts()
        call.callerIsAnswered()
        call.replies(.accepted(nil), to: .bridge, call.ref(1))
        call.bridges(1)
        #expect(call.stage == .active && call.session.direction == .outbound && call.violations.isEmpty)
    }

    @Test func `who answers and is gone before the bridge ends the call`() {
        var call = RingStory.callingOut()
        call.answers(1)
        call.callerIsAnswered()
        call.ends(1)
        #expect(call.commands == ["play apology"])
        call.receive(.playbackEnded(.playApology, hasPlayed: true))
        #expect(call.outcome == .winnerLost && call.missedCalls.isEmpty)
        call.callerHangsUp()
        #expect(call.session.isClosed && call.violations.isEmpty)
    }

    @Test func `news that come twice change nothing`() {
        var call = RingStory.callingOut()
        for _ in 1...2 { call.answers(1) }
        for _ in 1...2 { call.callerIsAnswered() }
        for _ in 1...2 { call.bridges(1) }
        #expect(call.stage == .active && call.session.epoch == 0)
        for _ in 1...2 { call.callerHangsUp() }
        #expect(call.outcome == .completedByCaller)
        for _ in 1...2 { call.ends(1, .followed) }
        #expect(call.session.isClosed && call.violations.isEmpty)
    }

    @Test func `a conversation is recorded with consent from the bridge on`() {
        var call = RingStory.callingOut(policy: RingPolicy().with { $0.recordsConversations = true }, consent: .given)
        call.answers(1)
        #expect(call.commands.contains("bridge 1 and record"))
        call.callerIsAnswered()
        call.bridges(1)
        #expect(call.recordingSteps == [.begun] && call.violations.isEmpty)
    }

    @Test func `a supervisor may join and an operator may end it; what does not fit is refused`() {
        var call = RingStory.callingOut()
        call.asks(.transfer(to: DeviceCandidate("z", of: "zoe")))
        #expect(call.effects == [.refused(.transfer(to: DeviceCandidate("z", of: "zoe")))], "who calls has chosen whom")
        call.talks(1)
        for request in [
            RingRequest.transfer(to: DeviceCandidate("z", of: "zoe")), .completeTransfer, .cancelTransfer,
            .unpark(DeviceCandidate("z", of: "zoe")), .barge(DeviceCandidate("phone", of: "ann")),
        ] {
            call.asks(request)
            #expect(call.effects == [.refused(request)])
        }
        call.asks(.barge(DeviceCandidate("z", of: "zoe")))
        #expect(call.commands == ["dial 2 into the conversation"])
        call.asks(.end)
        #expect(call.outcome == .endedByOperator && call.violations.isEmpty)
    }

    @Test func `a device that is logged out makes no call any more, nor does a user who is removed`() {
        var ringing = RingStory.callingOut()
        ringing.happens(.membership(.loggedOut("phone")))
        #expect(ringing.outcome == .cancelled && ringing.violations.isEmpty)
        var talking = RingStory.callingOut()
        talking.talks(1)
        talking.happens(.membership(.left("phone")))
        #expect(talking.stage == .active)
        talking.happens(.membership(.removed("ann")))
        #expect(talking.outcome == .endedByOperator && talking.violations.isEmpty)
    }

    @Test func `two who call each other over the public network are two calls`() {
        #expect(RingStory.callingOut().session.onlyCallee == nil)
    }

    // MARK: - Emergencies

    private func dial(_ number: UInt64, isEmergency: Bool = false, deadline: Duration = .seconds(60)) -> CarrierDial {
        let session = CallSessionID(UUIDValue(high: 7, low: number))
        var request = CarrierDial(
            RingCommandID(session: session, ordinal: 1, epoch: 0, purpose: .dial, attempt: 1), of: "org",
            deadline: deadline, recency: 0)
        request.isEmergency = isEmergency
        return request
    }

    @Test func `a call for help is dialed before all that wait, and though no more dials may be made`() {
        var budget = DialRateLimiter(dialsMax: 2)
        for number in 1...4 { _ = budget.add(dial(UInt64(number))) }
        let first = budget.next(at: .zero)
        #expect(first.dials.count == 2 && budget.nextAt(.seconds(1)) == .seconds(5))
        let help = dial(9, isEmergency: true)
        for _ in 1...2 { _ = budget.add(help) }
        #expect(budget.count == 3 && budget.nextAt(.seconds(1)) == .seconds(1))
        let second = budget.next(at: .seconds(1))
        let third = budget.next(at: .seconds(1))
        #expect(second.dials == [help] && third.dials.isEmpty, "it is counted, and the others wait on")
        budget.refused(for: .seconds(5), at: .seconds(2))
        _ = budget.add(help)
        let fourth = budget.next(at: .seconds(2))
        #expect(fourth.dials == [help])
    }

    @Test func `a call for help can be taken back, and is not dialed when it is too late`() {
        var budget = DialRateLimiter(dialsMax: 2)
        let help = dial(9, isEmergency: true, deadline: .seconds(4))
        _ = budget.add(help)
        let isWithdrawn = budget.withdraw(help.command)
        #expect(isWithdrawn && budget.count == 0)
        _ = budget.add(help)
        let late = budget.next(at: .seconds(2))
        #expect(late.expired == [help] && late.dials.isEmpty)
    }
}
