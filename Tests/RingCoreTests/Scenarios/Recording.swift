import RingCore
import Testing

/// Conversations that are recorded: from when, with whose consent, and when not.
@Suite struct Recording {
    private static let policy = RingPolicy.plain.with { $0.recordsConversations = true }

    private func talking(_ consent: RecordingConsent) -> RingStory {
        var call = RingStory.ringing(1, policy: Self.policy, consent: consent)
        call.answers(1)
        call.callerIsAnswered()
        call.replies(.accepted(nil), to: .bridge, call.ref(1))
        call.bridges(1)
        return call
    }

    private var target: DeviceCandidate { DeviceCandidate("z", of: "zoe") }

    @Test func `a recording pauses while one holds, and goes on afterwards`() {
        var call = talking(.given)
        #expect(call.recordingSteps == [.begun])
        call.receive(.held(.parent, true))
        #expect(call.commands == ["pause recording"])
        call.receive(.held(call.ref(1), true))
        #expect(call.commands == [], "it stands still already")
        call.receive(.held(.parent, false))
        #expect(call.commands == [], "the other still holds")
        call.receive(.held(call.ref(1), false))
        #expect(call.commands == ["resume recording"])
        #expect(call.recordingSteps == [.begun, .pausedForHold, .resumed] && call.violations == [])
    }

    @Test(arguments: [CommandResult.rateLimited(.seconds(1)), .unavailable])
    func `an announcement and a recording that the carrier did not begin are ordered again`(result: CommandResult) {
        var call = talking(.byAnnouncement)
        for (purpose, words) in [
            (CommandPurpose.announceRecording, "announce recording"), (.recordConversation, "record conversation"),
        ] {
            call.replies(result, to: purpose)
            call.passes(.seconds(1))
            #expect(call.commands == [words])
            call.replies(.accepted(nil), to: purpose)
            if purpose == .announceRecording { call.receive(.playbackEnded(.announceRecording, hasPlayed: true)) }
        }
        #expect(call.recordingSteps == [.announcing, .announced, .begun] && call.alarms == [] && call.violations == [])
    }

    @Test func `an announcement that waits to be ordered again is made anew after a hold`() {
        var call = talking(.byAnnouncement)
        call.replies(.rateLimited(.seconds(1)), to: .announceRecording)
        call.receive(.held(.parent, true))
        call.passes(.seconds(1))
        #expect(call.commands == [])
        call.receive(.held(.parent, false))
        #expect(call.commands == ["announce recording"] && call.alarms == [] && call.violations == [])
    }

    @Test func `a recording that could not be paused is ended, however often that has to be said`() {
        var call = talking(.given)
        call.receive(.held(.parent, true))
        call.replies(.rateLimited(.seconds(1)), to: .pauseRecording)
        #expect(call.commands == ["stop recording"])
        call.replies(.rateLimited(.seconds(1)), to: .stopRecording)
        call.passes(.seconds(1))
        #expect(call.commands == ["stop recording"] && call.alarms == [.recordingFailed] && call.violations == [])
    }

    @Test func `a hold that is told before the bridge counts`() {
        var call = RingStory.ringing(1, policy: Self.policy, consent: .given)
        call.answers(1)
        call.callerIsAnswered()
        call.receive(.held(.parent, true))
        call.bridges(1)
        #expect(call.commands.contains("pause recording"))
        call.receive(.held(.parent, false))
        #expect(call.commands == ["resume recording"] && call.violations == [])
    }

    @Test func `a bridge without news may have begun a recording, which stands still`() {
        var call = RingStory.ringing(2, policy: Self.policy, consent: .given)
        call.answers(1)
        call.callerIsAnswered()
        call.ends(1)
        #expect(call.commands.contains("pause recording"))
        call.answers(2)
        #expect(call.commands == ["bridge 2"] && call.violations == [])
    }

    @Test func `a recording pauses while the winner consults a device`() {
        var call = talking(.given)
        call.asks(.consult(target))
        call.rings(2)
        #expect(call.recordingSteps == [.begun], "they talk until that one answers")
        call.answers(2)
        #expect(call.commands.contains("pause recording"))
        call.asks(.cancelTransfer)
        call.receive(.bridged(.parent, BridgeMark(call.leg(1), epoch: 1)))
        #expect(call.commands.contains("resume recording"))
        #expect(call.recordingSteps == [.begun, .pausedForConsultation, .resumed] && call.violations == [])
    }

    @Test func `a recording pauses while the caller is parked, and goes on with the device that takes them up`() {
        var call = talking(.given)
        call.asks(.park)
        #expect(call.commands.contains("pause recording"))
        call.asks(.unpark(target))
        call.rings(2)
        call.answers(2)
        #expect(!call.commands.contains { $0.contains("and record") })
        call.receive(.bridged(.parent, BridgeMark(call.leg(2), epoch: 1)))
        #expect(call.commands.contains("resume recording"))
        #expect(call.recordingSteps == [.begun, .pausedForParking, .resumed] && call.violations == [])
    }

    @Test func `a conversation is recorded once both were told, and not before`() {
        var call = talking(.byAnnouncement)
        #expect(call.commands == ["announce recording"])
        call.receive(.playbackEnded(.announceRecording, hasPlayed: true))
        #expect(call.commands == ["record conversation"])
        #expect(call.recordingSteps == [.announcing, .announced, .begun] && call.violations == [])
        call.ends(1)
        call.callerHangsUp()
        call.receive(.recordingSaved(.conversation, RecordingID("r"), length: .seconds(5)))
        #expect(call.records.last == .conversation(RecordingID("r"), length: .seconds(5)) && call.violations == [])
    }

    @Test func `an announcement that could not be heard is no consent`() {
        for end in [0, 1] {
            var call = talking(.byAnnouncement)
            if end == 0 { call.receive(.playbackEnded(.announceRecording, hasPlayed: false)) }
            if end == 1 { call.replies(.refused, to: .announceRecording) }
            #expect(call.commands == [] && call.alarms == [.recordingFailed])
            call.receive(.playbackEnded(.announceRecording, hasPlayed: true))
            #expect(call.commands == [])
            #expect(call.recordingSteps == [.announcing, .unannounced] && call.violations == [])
        }
    }

    @Test func `an announcement during which a party holds is played again`() {
        var call = talking(.byAnnouncement)
        call.receive(.held(.parent, true))
        call.receive(.playbackEnded(.announceRecording, hasPlayed: true))
        #expect(call.commands == [], "the caller was away")
        call.receive(.held(.parent, false))
        #expect(call.commands == ["announce recording"])
        call.receive(.playbackEnded(.announceRecording, hasPlayed: true))
        #expect(call.commands == ["record conversation"] && call.violations == [])
    }

    @Test func `a recording that cannot be paused is ended, and what there is is kept`() {
        var call = talking(.given)
        call.receive(.held(.parent, true))
        call.replies(.refused, to: .pauseRecording)
        #expect(call.commands == ["stop recording"] && call.alarms == [.recordingFailed])
        call.receive(.held(.parent, false))
        #expect(call.commands == [])
        call.receive(.recordingSaved(.conversation, RecordingID("r"), length: .seconds(5)))
        #expect(call.records.last == .conversation(RecordingID("r"), length: .seconds(5)))
        #expect(call.recordingSteps == [.begun, .pausedForHold, .failed] && call.violations == [])
    }

    @Test func `a recording that began with a winner who is lost stands still until another talks`() {
        var call = RingStory.ringing(2, policy: Self.policy, consent: .given)
        call.answers(1)
        call.callerIsAnswered()
        call.replies(.accepted(nil), to: .bridge, call.ref(1))
        call.ends(1)
        #expect(call.commands.contains("pause recording"))
        call.answers(2)
        #expect(call.commands == ["bridge 2"], "it was begun")
        call.receive(.bridged(.parent, BridgeMark(call.leg(2), epoch: 1)))
        #expect(call.commands.contains("resume recording") && call.violations == [])
    }

    @Test func `a party that holds two hundred times is not recorded by mistake`() {
        var call = talking(.given)
        for _ in 0...RingLimits.recordingTurnsMax {
            call.receive(.held(.parent, true))
            call.receive(.held(.parent, false))
        }
        #expect(call.commands == [] && call.alarms == [.recordingFailed])
        #expect(call.recordingSteps.last == .failed && call.violations == [])
    }
}
