import CallModel
import RingCore
import Testing

/// Situation 68 of RingScenarios.md: a call that a user makes out to the public network changes hands. Whom
/// the user called is kept, and the user's leg (2) is one among those of devices.
struct CallOutHandedOver {
    private static let zoe = DeviceCandidate("z", of: "zoe")
    private static let phone = DeviceCandidate("phone", of: "ann")

    private func talking(consent: RecordingConsent = .none) -> RingStory {
        let policy = RingPolicy().with { $0.recordsConversations = consent != .none }
        var call = RingStory.callingOut(policy: policy, consent: consent)
        call.talks(1)
        return call
    }

    private func parked() -> RingStory {
        var call = talking()
        call.asks(.park)
        call.ends(2)
        return call
    }

    private func consulting(consent: RecordingConsent = .none) -> RingStory {
        var call = talking(consent: consent)
        call.asks(.consult(Self.zoe))
        call.rings(3)
        call.answers(3)
        call.bridges(3)
        return call
    }

    @Test func `scenario 68: before it is handed over, all is joined to the leg outside`() {
        let call = talking()
        #expect(call.session.outsideLeg == "leg 1" && call.session.parent.carrierID == "caller")
        #expect(!call.session.isReversed && call.session.status.parent == "caller")
    }

    @Test func `scenario 68: parked, whom the user called hears that they are kept, and the user is out of it`() {
        var call = talking()
        call.asks(.park)
        #expect(call.commands == ["play hold", "hang up 2: completed"] && call.stage == .parked)
        #expect(call.session.status.parent == "leg 1" && call.session.outsideLeg == "leg 1")
        #expect(call.session.legs[1].carrierID == "caller" && call.reason("phone") == .answered)
        call.ends(2)
        #expect(call.stage == .parked && call.session.direction == .outbound && call.violations == [])
    }

    @Test(arguments: [zoe, phone])
    func `scenario 68: who takes a parked party up has the call, and be it who called them`(device: DeviceCandidate) {
        var call = parked()
        call.asks(.unpark(device))
        #expect(call.commands == ["dial 3"])
        let round = device == Self.phone ? " (round 2)" : ""
        #expect(call.notices == ["push to \(device.device): ring\(round)", "\(device.device): ringing\(round)"])
        call.rings(3)
        call.answers(3)
        #expect(call.commands == ["stop playing", "bridge anew 3"])
        call.bridges(3)
        #expect(call.stage == .active && call.session.status.winner == device.device)
        call.ends(3)
        #expect(call.outcome == .completedByCaller && call.missedCalls == [], "whose side called hung up")
        call.callerHangsUp(.followed)
        #expect(call.session.isClosed && call.violations == [])
    }

    @Test func `scenario 68: whom the user called hangs up while parked: they have completed the call`() {
        var call = parked()
        call.ends(1)
        #expect(call.outcome == .completedByCallee && call.session.isClosed && call.violations == [])
    }

    @Test func `scenario 68: consulted, the two of the exchange talk while whom the user called waits`() {
        var call = talking()
        call.asks(.consult(Self.zoe))
        #expect(call.commands == ["dial 3"] && call.stage == .active && call.session.status.winner == "phone")
        call.rings(3)
        call.answers(3)
        #expect(call.commands == ["bridge 2 to 3", "play hold"])
        call.bridges(3)
        call.asks(.completeTransfer)
        #expect(call.commands == ["stop playing", "bridge anew 3"])
        call.receive(.bridged(.parent, BridgeMark(call.leg(3), epoch: 2)))
        #expect(call.session.status.winner == "z" && call.commands == ["hang up 2: completed"])
        call.ends(2)
        call.callerHangsUp()
        #expect(call.outcome == .completedByCallee && call.commands == ["hang up 3: completed"])
        call.ends(3, .followed)
        #expect(call.session.isClosed && call.missedCalls == [] && call.violations == [])
    }

    @Test func `scenario 68: taken back from a consultation, the user talks on`() {
        var call = consulting()
        call.asks(.cancelTransfer)
        #expect(call.commands.contains("bridge anew 2"))
        call.receive(.bridged(.parent, BridgeMark(call.leg(2), epoch: 2)))
        #expect(call.stage == .active && call.session.status.winner == "phone" && call.violations == [])
    }

    @Test func `scenario 68: who is consulted and does not answer leaves the two as they were`() {
        var call = talking()
        call.asks(.consult(Self.zoe))
        call.passes(.seconds(30))
        #expect(call.reason("z") == .missed && call.stage == .active && call.missedCalls == [])
        call.ends(2)
        #expect(call.outcome == .completedByCaller && call.violations == [])
    }

    @Test func `scenario 68: the user who hangs up while consulting has handed over whom they called`() {
        var call = consulting()
        call.ends(2)
        #expect(call.commands == ["stop playing", "bridge anew 3"] && call.outcome == nil)
        call.bridges(3)
        call.receive(.bridged(.parent, BridgeMark(call.leg(3), epoch: 2)))
        #expect(call.session.status.winner == "z" && call.violations == [])
    }

    @Test func `scenario 68: news of the leg outside by the name it was rung by are of whom is kept`() {
        var call = parked()
        call.answers(1)
        call.bridges(1)
        call.receive(.held(call.ref(1), false))
        call.looked(call.ref(1), .alive)
        #expect(call.stage == .parked && call.alarms == [] && call.outcome == nil)
        call.looked(call.ref(1), .over)
        #expect(call.outcome == .completedByCallee && call.violations == [])
    }

    @Test func `scenario 68: recorded, it stands still while whom the user called waits, and goes on afterwards`() {
        var call = consulting(consent: .given)
        #expect(call.recordingSteps == [.begun, .pausedForConsultation])
        call.asks(.completeTransfer)
        call.receive(.bridged(.parent, BridgeMark(call.leg(3), epoch: 2)))
        #expect(call.recordingSteps.last == .resumed && call.violations == [])
    }

    @Test func `scenario 68: a request that comes to nothing leaves the call as it was`() {
        var call = talking()
        for device in [Self.phone, DeviceCandidate("z", of: "zoe", reach: .wake, hasPush: false)] {
            let before = call.session
            call.asks(.consult(device))
            #expect(call.effects == [.refused(.consult(device))] && call.session == before && call.commands == [])
        }
        var nameless = RingStory([.callee], outbound: OutboundCall(by: "ann"))
        nameless.talks(1)
        nameless.asks(.park)
        #expect(nameless.effects == [.refused(.park)], "what they call from is not known")
    }

    @Test func `scenario 68: once it is another's, the caller's device may be logged out, and the call goes on`() {
        var call = consulting()
        call.asks(.completeTransfer)
        call.receive(.bridged(.parent, BridgeMark(call.leg(3), epoch: 2)))
        call.happens(.membership(.loggedOut("phone")))
        #expect(call.stage == .active && call.session.status.winner == "z")
        call.happens(.membership(.removed("ann")))
        #expect(call.stage == .active && call.violations == [])
        var mine = talking()
        mine.asks(.consult(Self.zoe))
        mine.happens(.membership(.loggedOut("phone")))
        #expect(mine.outcome == .endedByOperator && mine.violations == [])
    }

    @Test func `scenario 68: an exchange that dies while whom the user called is parked looks at both`() throws {
        var call = talking()
        call.asks(.park)
        try call.restarts()
        #expect(call.commands == ["look at caller", "look at 2"] && call.session.isReversed)
        call.ends(2)
        call.asks(.unpark(Self.zoe))
        #expect(call.commands == ["dial 3"] && call.violations == [])
    }
}
