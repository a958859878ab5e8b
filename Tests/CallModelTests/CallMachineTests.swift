import CallModel
import Testing

@Suite struct CallMachineTests {
    @Test func `a call out rings, is answered, stands and is hung up`() {
        var call = Transcript(.outbound)
        #expect(call.handle(.dial) == ["startTimer(setUp)", "sendInvite"])
        #expect(call.handle(.inviteSent) == [])
        #expect(call.handle(.peerRinging) == ["stopTimer(setUp)", "startTimer(ringing)", "startRinging"])
        #expect(
            call.handle(.peerAnswered) == ["stopRinging", "startTimer(setUp)", "stopTimer(ringing)", "awaitMedia"])
        #expect(call.handle(.mediaConnected) == ["stopTimer(setUp)"])
        #expect(call.names == ["IDLE", "REQUESTING", "CONNECTING", "RINGING_OUTBOUND", "CONNECTING", "ACTIVE"])
        #expect(call.handle(.hangUp) == ["startTimer(release)", "sendRelease(completed)", "releaseMedia"])
        #expect(call.handle(.releaseAcknowledged) == ["stopTimer(release)", "ended(completed)"])
        #expect(call.machine.ending == Ending(.completed))
    }

    @Test func `a call in is answered and hung up by the peer`() {
        var call = Transcript(.inbound, .invited)
        #expect(
            call.handle(.answer) == [
                "stopRinging", "startTimer(setUp)", "stopTimer(ringing)", "sendAnswer", "awaitMedia",
            ])
        #expect(call.handle(.mediaConnected) == ["stopTimer(setUp)"])
        #expect(call.handle(.released(Ending(.completed))) == ["ended(completed)", "releaseMedia"])
    }

    @Test func `hold while ringing is refused and changes nothing`() {
        var call = Transcript(.inbound, .invited)
        #expect(call.handle(.hold) == ["refused(notActive)"])
        #expect(call.name == "RINGING_INBOUND")
    }

    @Test func `a held call cannot ring`() {
        var call = Transcript(.outbound, .dial, .inviteSent, .peerAnswered, .mediaConnected, .hold, .holdConfirmed)
        #expect(call.name == "ON_HOLD")
        #expect(call.handle(.peerRinging) == ["refused(alreadyStarted)"])
        var inbound = Transcript(.inbound, .invited, .answer, .mediaConnected, .hold, .holdConfirmed)
        #expect(inbound.handle(.invited) == ["refused(alreadyStarted)"])
        #expect(inbound.name == "ON_HOLD")
    }

    @Test func `a second answer is refused`() {
        var call = Transcript(.inbound, .invited, .answer)
        #expect(call.handle(.answer) == ["refused(alreadyAnswered)"])
        call.handle(.mediaConnected)
        #expect(call.handle(.answer) == ["refused(alreadyAnswered)"])
        #expect(call.name == "ACTIVE")
    }

    @Test func `hold counts when the peer confirms it and until the peer confirms the resume`() {
        var call = Transcript(.inbound, .invited, .answer, .mediaConnected)
        #expect(call.handle(.hold) == ["sendHold"])
        #expect(call.name == "ACTIVE")
        #expect(!call.machine.state.maySendAudio)
        call.handle(.holdConfirmed)
        #expect(call.handle(.resume) == ["sendResume"])
        #expect(call.name == "ON_HOLD")
        #expect(call.handle(.hold) == ["refused(holdPending)"])
        call.handle(.holdRequestFailed)
        #expect(call.machine.state.hold == .on)
        call.handle(.resumeConfirmed)
        #expect(call.machine.state.maySendAudio)
    }

    @Test func `hold asked for while the link is down leaves when it is up`() {
        var call = Transcript(.inbound, .invited, .answer, .mediaConnected, .linkLost)
        #expect(call.handle(.hold) == [])
        #expect(call.handle(.linkImpaired) == ["recoverLink"])
        #expect(call.handle(.linkRestored) == ["stopTimer(recovery)", "sendHold"])
    }

    @Test func `a held call that loses its network comes back held, or is dropped`() {
        var call = Transcript(.outbound, .dial, .inviteSent, .peerAnswered, .mediaConnected, .hold, .holdConfirmed)
        #expect(call.handle(.linkImpaired) == ["startTimer(recovery)", "recoverLink"])
        #expect(call.name == "RECONNECTING")
        call.handle(.linkRestored)
        #expect(call.name == "ON_HOLD")
        call.handle(.linkLost)
        call.handle(.recoveryLimitReached)
        #expect(call.name == "DROPPED")
        #expect(call.handle(.releaseLimitReached) == ["stopTimer(release)", "ended(dropped)"])
        #expect(call.name == "ENDED")
    }

    @Test func `remote hold begins, hides beneath ours and ends`() {
        var call = Transcript(.inbound, .invited, .answer, .peerHeld, .mediaConnected)
        #expect(call.name == "REMOTE_HOLD")
        call.handle(.hold)
        call.handle(.holdConfirmed)
        #expect(call.name == "ON_HOLD")
        call.handle(.peerResumed)
        call.handle(.resume)
        call.handle(.resumeConfirmed)
        #expect(call.name == "ACTIVE")
    }

    @Test(arguments: [
        (EndReason.answeredElsewhere, "ENDED"), (.declinedElsewhere, "ENDED"), (.cancelled, "MISSED"),
        (.noAnswer, "MISSED"),
    ])
    func `a ringing device learns how the call went without it`(reason: EndReason, name: String) {
        var call = Transcript(.inbound, .invited)
        #expect(
            call.handle(.released(Ending(reason))) == [
                "stopRinging", "stopTimer(ringing)", "ended(\(reason))", "releaseMedia",
            ])
        #expect(call.name == name)
    }

    @Test(arguments: [[], [CallEvent.inviteSent], [.inviteSent, .peerRinging]])
    func `a caller can cancel at every point before the answer`(events: [CallEvent]) {
        var call = Transcript(.outbound, .dial)
        for event in events { call.handle(event) }
        #expect(call.handle(.hangUp).contains("sendRelease(cancelled)"))
        #expect(call.handle(.peerAnswered) == ["refused(disconnecting)"])
    }

    @Test func `an answer elsewhere overrules a decline that crossed it`() {
        var call = Transcript(.inbound, .invited, .decline)
        call.handle(.released(Ending(.answeredElsewhere)))
        #expect(call.machine.ending == Ending(.answeredElsewhere))
    }

    @Test func `a late event may only strengthen the ending of a call`() {
        var call = Transcript(.inbound, .invited, .ringingLimitReached, .releaseAcknowledged)
        #expect(call.name == "MISSED")
        #expect(call.handle(.released(Ending(.failed))) == ["refused(ended)"])
        #expect(call.handle(.invited) == ["refused(ended)"])
        #expect(call.handle(.linkRestored) == ["refused(ended)"])
        #expect(call.handle(.released(Ending(.answeredElsewhere))) == ["endingStrengthened(answeredElsewhere)"])
        #expect(call.handle(.released(Ending(.cancelled))) == ["refused(ended)"])
        let precise = Ending(.answeredElsewhere, cause: .loseRace)
        #expect(call.handle(.released(precise)) == ["endingStrengthened(answeredElsewhere)"])
        #expect(call.machine.ending == precise)
    }

    @Test func `a call that stood cannot end as busy, and keeps the cause the peer named`() {
        var call = Transcript(.inbound, .invited, .answer, .mediaConnected)
        call.handle(.released(Ending(.busy, cause: .userBusy, sipCode: 486)))
        #expect(call.machine.ending == Ending(.completed, cause: .userBusy, sipCode: 486))
    }

    @Test func `a renegotiation that fails becomes a reconnection`() {
        var call = Transcript(.inbound, .invited, .answer, .mediaConnected, .renegotiationStarted)
        #expect(call.name == "RENEGOTIATING")
        #expect(call.handle(.renegotiationFailed) == ["startTimer(recovery)", "recoverLink"])
        #expect(call.handle(.renegotiationStarted) == ["refused(linkDown)"])
    }
}
