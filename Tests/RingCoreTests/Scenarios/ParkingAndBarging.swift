import CallModel
import RingCore
import Testing

/// Situation 68 of RingScenarios.md: a caller is parked and taken up, and a device joins a conversation.
struct ParkingAndBarging {
    private static let zoe = DeviceCandidate("z", of: "zoe")
    private static let yan = DeviceCandidate("y", of: "yan")

    @Test func `scenario 68: a parked caller hears that they are kept, and the device that parked them is out of it`() {
        var call = RingStory.talking()
        call.asks(.park)
        #expect(call.commands == ["play hold", "hang up 1: completed"] && call.stage == .parked)
        call.ends(1)
        #expect(call.stage == .parked && call.session.status.winner == nil)
        call.receive(.playbackEnded(.playHold, hasPlayed: true))
        call.passes(RingLimits.ringbackPause)
        #expect(call.commands == ["play hold"] && call.violations == [])
    }

    @Test(arguments: ["z", "a"])
    func `scenario 68: the device that takes a parked caller up has the call, even if it parked them`(device: String) {
        var call = RingStory.parked()
        call.asks(.unpark(DeviceCandidate(DeviceID(device), of: UserID(device == "z" ? "zoe" : "ann"))))
        #expect(call.commands == ["dial 2"] && call.stage == .parked)
        let round = device == "a" ? " (round 2)" : ""
        #expect(call.notices == ["push to \(device): ring\(round)", "\(device): ringing\(round)"])
        call.rings(2)
        call.answers(2)
        #expect(call.commands == ["stop playing", "bridge anew 2"] && call.stage == .claimed)
        call.bridges(2)
        #expect(call.stage == .active && call.session.status.winner == DeviceID(device))
        call.ends(2)
        #expect(call.outcome == .completedByCallee && call.missedCalls == [] && call.violations == [])
    }

    @Test func `scenario 68: who does not take a parked caller up leaves them parked`() {
        var call = RingStory.parked()
        call.asks(.unpark(Self.zoe))
        call.rings(2)
        call.ends(2, .declined)
        #expect(call.stage == .parked && call.reason("z") == .declined)
        call.asks(.unpark(Self.yan))
        call.rings(3)
        call.answers(3)
        call.ends(3)
        #expect(call.stage == .parked && call.reason("y") == .lost && call.commands == ["play hold"])
        #expect(call.violations == [])
    }

    @Test func `scenario 68: a caller parked for too long is told so, and it ends`() {
        var call = RingStory.parked()
        call.looksAlive(for: RingLimits.waitTimeMax)
        #expect(call.session.status.stage == .voicemail)
        call.receive(.playbackEnded(.playApology, hasPlayed: true))
        #expect(call.outcome == .lostInTransfer && call.commands == ["hang up caller: dropped"])
        #expect(call.missedCalls == [] && call.violations == [])
    }

    @Test func `scenario 68: a parked caller who hangs up has completed the call`() {
        var call = RingStory.parked()
        call.callerHangsUp()
        #expect(call.outcome == .completedByCaller && call.session.isClosed && call.violations == [])
        #expect(call.records.contains { if case .call(let record) = $0 { record.winner == "a" } else { false } })
    }

    @Test func `scenario 68: a parked caller for whom nothing can be played is kept all the same`() {
        var call = RingStory.talking()
        call.asks(.park)
        call.replies(.refused, to: .playHold)
        #expect(call.stage == .parked && call.commands == [])
        call.passes(RingLimits.ringbackPause)
        #expect(call.commands == ["play hold"] && call.violations == [])
    }

    @Test func `scenario 68: who barges in is heard by both, and goes alone`() {
        var call = RingStory.talking()
        call.asks(.barge(Self.zoe))
        #expect(call.commands == ["dial 2 into the conversation"])
        call.rings(2)
        call.answers(2)
        call.bridges(2)
        #expect(call.commands == [] && call.alarms == [] && call.reason("z") == .answered)
        #expect(call.session.status.beside == .init(device: "z", role: .barging, isJoined: true))
        #expect(call.session.status.winner == "a")
        call.ends(2)
        #expect(call.stage == .active && call.session.status.beside == nil && call.violations == [])
    }

    @Test(arguments: [true, false])
    func `scenario 68: who barges in goes with the conversation`(isCallers: Bool) {
        var call = RingStory.talking()
        call.asks(.barge(Self.zoe))
        call.rings(2)
        call.answers(2)
        if isCallers { call.callerHangsUp() } else { call.ends(1) }
        #expect(call.outcome == (isCallers ? .completedByCaller : .completedByCallee))
        #expect(call.commands.contains("hang up 2: completed"))
        call.everybodyGoes()
        #expect(call.session.isClosed && call.violations == [])
    }

    @Test func `scenario 68: an operator ends a call in whatever hands it is`() {
        for var call in [RingStory.consulting(), RingStory.parked()] {
            call.asks(.end)
            #expect(call.outcome == .endedByOperator)
            call.everybodyGoes()
            #expect(call.session.isClosed && call.violations == [])
        }
    }

    @Test func `scenario 68: after a crash a consultation goes on`() throws {
        var call = RingStory.consulting()
        try call.restarts()
        #expect(call.commands == ["look at caller", "look at 1", "look at 2"])
        call.asks(.completeTransfer)
        #expect(call.commands == ["stop playing", "bridge anew 2"] && call.violations == [])
    }
}
