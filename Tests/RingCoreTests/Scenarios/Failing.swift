import CallModel
import RingCore
import Testing

/// Situations 74–85 of Documentation/RingScenarios.md, as far as a session decides them: crashes, outages,
/// voicemail that goes wrong.
struct Failing {
    @Test func `scenario 74: claim and commands are one answer to one event, so one transaction has both`() {
        var call = RingStory.ringing(2)
        let before = call.session.revision
        call.answers(1)
        #expect(call.session.revision == before + 1 && call.stage == .claimed)
        #expect(call.commands == ["answer caller", "bridge 1"])
    }

    @Test func `scenario 75: the same decision after a crash has the same names`() {
        var call = RingStory.ringing(2)
        var again = call
        call.answers(1)
        again.answers(1)
        #expect(call.effects == again.effects && call.command(.bridge, call.ref(1)) != nil)
    }

    @Test func `scenario 78: every time is the store's, whatever the clock of the process that asks`() {
        var call = RingStory.ringing(1)
        #expect(call.session.deadline == RingStory.start + .seconds(30))
        call.passesUnnoticed(.seconds(-300))
        call.happens(.due)
        #expect(call.effects == [])
        call.passesUnnoticed(.seconds(300))
        call.passes(.seconds(30))
        #expect(call.outcome == .noAnswer && call.violations == [])
    }

    @Test func `scenario 80: a claim outlives fifteen seconds without a running process`() {
        var call = RingStory.ringing(2)
        call.answers(1)
        call.callerIsAnswered()
        call.passesUnnoticed(.seconds(9))
        call.answers(2)
        call.replies(.accepted(nil), to: .bridge, call.ref(1))
        call.passesUnnoticed(.seconds(6))
        call.bridges(1)
        #expect(call.session.status.winner == "a" && call.stage == .active && call.violations == [])
    }

    @Test func `scenario 82: a carrier that does nothing we ask for is an outage in the record`() {
        var call = RingStory(DeviceCandidate.several(1), policy: .voicemail)
        call.replies(.unavailable, to: .dial, call.ref(1))
        call.callerHangsUp(.noAnswer)
        #expect(call.outcome == .providerOutage && call.reason("a") == .failed)
        #expect(call.missedCalls.count == 1 && call.violations == [])
    }

    @Test func `scenario 82: the carrier comes back in time and the call goes on`() {
        var call = RingStory.ringing(1, policy: .voicemail)
        call.answers(1)
        call.replies(.unavailable, to: .answer)
        call.replies(.unavailable, to: .bridge, call.ref(1))
        call.passes(RingLimits.bridgeRetryWait)
        #expect(call.commands == ["answer caller"])
        call.callerIsAnswered()
        call.looked(.parent, .alive)
        call.looked(call.ref(1), .alive)
        call.bridges(1)
        #expect(call.stage == .active && call.violations == [])
    }

    @Test func `scenario 82: a dial that meets an outage of five seconds is made when it is over, and rings`() {
        var call = RingStory(DeviceCandidate.several(2))
        let end = call.now + .seconds(5)
        for number in 1...2 { call.replies(.unavailable, to: .dial, call.ref(number)) }
        while call.now < end {
            call.passes(.milliseconds(500))
            let dialed = call.commands
            for number in 1...2 where dialed.contains("dial \(number)") && call.now < end {
                call.replies(.unavailable, to: .dial, call.ref(number))
            }
        }
        call.passes(.seconds(3))
        #expect(call.commands.sorted() == ["dial 1", "dial 2"])
        call.rings(2)
        call.talks(2)
        #expect(call.stage == .active && call.violations == [])
    }

    private static let passing: [CommandResult] = [.rateLimited(.seconds(1)), .unavailable, .conflict]

    @Test(arguments: passing)
    func `scenario 82: an answered number is asked again where the carrier could not`(result: CommandResult) {
        var call = RingStory([.number("n")])
        call.rings(1)
        call.answers(1)
        call.replies(result, to: .confirm, call.ref(1))
        #expect(call.commands == [] && call.reason("n") == nil)
        call.passes(.seconds(1))
        #expect(call.commands == ["ask 1 for a key"])
        call.receive(.confirmed(call.leg(1), isPerson: true))
        #expect(call.session.status.winner == "n" && call.violations == [])
    }

    @Test func `scenario 82: an answered number is hung up where the carrier cannot ask, and is no machine`() {
        var call = RingStory([.number("n")] + DeviceCandidate.several(1))
        call.rings(1)
        call.answers(1)
        for _ in 1...3 {
            call.replies(.rateLimited(.seconds(1)), to: .confirm, call.ref(1))
            call.passes(.seconds(5))
            #expect(call.commands == ["ask 1 for a key"])
        }
        call.replies(.rateLimited(.seconds(1)), to: .confirm, call.ref(1))
        #expect(call.commands == ["hang up 1: failed"] && call.reason("n") == .failed && call.violations == [])
    }

    @Test(arguments: passing)
    func `scenario 82: greeting and recording of a message are ordered again where the carrier could not`(
        result: CommandResult
    ) {
        var call = Self.atVoicemail()
        for (purpose, words) in [(CommandPurpose.playGreeting, "play greeting"), (.recordMessage, "record message")] {
            call.replies(result, to: purpose)
            #expect(call.commands == [] && call.stage == .voicemail && call.alarms == [])
            call.passes(.seconds(1))
            #expect(call.commands == [words])
            call.replies(.accepted(nil), to: purpose)
            if purpose == .playGreeting { call.receive(.playbackEnded(.playGreeting, hasPlayed: true)) }
        }
        call.callerHangsUp()
        call.receive(.recordingSaved(.message, RecordingID("m"), length: .seconds(9)))
        #expect(call.outcome == .message && call.violations == [])
    }

    @Test func `scenario 82: what the carrier refuses is not ordered again`() {
        var call = Self.atVoicemail()
        call.replies(.refused, to: .playGreeting)
        #expect(call.commands == ["speak greeting"])
        call.replies(.refused, to: .speakGreeting)
        #expect(call.commands == ["record message"])
        call.replies(.refused, to: .recordMessage)
        #expect(call.outcome == .noAnswer && call.alarms == [.messageFailed] && call.violations == [])
    }

    @Test func `scenario 82: a wait that a caller would spend in silence is not waited`() {
        var call = Self.atVoicemail()
        call.replies(.rateLimited(.seconds(60)), to: .playGreeting)
        #expect(call.commands == ["speak greeting"] && call.violations == [])
    }

    @Test(arguments: [CommandResult.rateLimited(.seconds(1)), .unavailable])
    func `scenario 83: a caller gone while the order to record waits to be said again`(result: CommandResult) {
        var call = Self.atVoicemail()
        call.receive(.playbackEnded(.playGreeting, hasPlayed: true))
        call.replies(result, to: .recordMessage)
        call.callerHangsUp()
        call.passes(.seconds(1))
        // A recording that was perhaps begun may still come.
        #expect(call.outcome == (result == .unavailable ? nil : .noAnswer) && call.alarms == [])
        call.passes(RingLimits.savingTimeMax)
        #expect(call.outcome == .noAnswer && call.missedCalls.count == 1 && call.violations == [])
    }

    @Test(arguments: [CommandResult.rateLimited(.seconds(1)), .unavailable])
    func `scenario 82: ringing for a caller whose winner was lost is begun again`(result: CommandResult) {
        var call = RingStory.ringing(2)
        call.answers(1)
        call.callerIsAnswered()
        call.ends(1)
        #expect(call.commands == ["play ringback"])
        call.replies(result, to: .playRingback)
        call.passes(RingLimits.ringbackPause)
        #expect(call.commands == ["play ringback"] && call.stage == .ringing)
        call.talks(2)
        #expect(call.stage == .active && call.violations == [])
    }

    private static func atVoicemail() -> RingStory {
        var call = RingStory.ringing(1, policy: .voicemail)
        call.passes(.seconds(30))
        call.ends(1)
        call.callerIsAnswered()
        return call
    }

    @Test func `scenario 83: a message is left`() {
        var call = Self.atVoicemail()
        call.receive(.playbackEnded(.playGreeting, hasPlayed: true))
        #expect(call.commands == ["record message"])
        call.callerHangsUp()
        #expect(call.stage == .voicemail)
        call.receive(.recordingSaved(.message, RecordingID("m"), length: .seconds(9)))
        #expect(call.messages == [.message(RecordingID("m"), length: .seconds(9), for: ["ann"])])
        #expect(call.outcome == .message && call.missedCalls == [] && call.session.isClosed && call.violations == [])
    }

    /// Found by killing the exchange under callers who leave messages: the sound was kept, and no mailbox had it.
    @Test(arguments: [CarrierHangUpReason.declined, .unreachable, .noAnswer])
    func `scenario 83: a message is its user's however the phone was let go`(news: CarrierHangUpReason) {
        var call = RingStory.ringing(1, policy: .voicemail)
        if news != .declined { call.passes(.seconds(30)) }
        call.ends(1, news)
        call.callerIsAnswered()
        call.receive(.playbackEnded(.playGreeting, hasPlayed: true))
        call.callerHangsUp()
        call.receive(.recordingSaved(.message, RecordingID("m"), length: .seconds(9)))
        #expect(call.messages == [.message(RecordingID("m"), length: .seconds(9), for: ["ann"])])
        #expect(call.missedCalls == [] && call.violations == [])
    }

    @Test func `scenario 83: a caller whose answer is never told is greeted all the same`() {
        var call = RingStory.ringing(1, policy: .voicemail)
        call.ends(1, .declined)
        call.replies(.accepted(nil), to: .answer)
        call.passes(RingLimits.bridgeTimeMax)
        #expect(call.commands == ["play greeting"])
        for purpose in [CommandPurpose.playGreeting, .speakGreeting, .recordMessage] {
            call.replies(.notAnswered, to: purpose)
        }
        #expect(call.outcome == .declined && call.commands == ["hang up caller: declined"] && call.violations == [])
    }

    @Test func `scenario 83: a greeting that cannot be played is spoken`() {
        var call = Self.atVoicemail()
        call.receive(.playbackEnded(.playGreeting, hasPlayed: false))
        #expect(call.commands == ["speak greeting"])
        call.receive(.playbackEnded(.speakGreeting, hasPlayed: false))
        #expect(call.commands == ["record message"] && call.violations == [])
    }

    @Test func `scenario 83: a caller gone under the greeting is missed, with no message`() {
        var call = Self.atVoicemail()
        call.callerHangsUp()
        #expect(call.outcome == .noAnswer && call.missedCalls.count == 1)
        #expect(call.messages == [] && call.session.isClosed && call.violations == [])
    }

    @Test func `scenario 83: a caller gone before the recording began left no message, which is known at once`() {
        var call = Self.atVoicemail()
        call.receive(.playbackEnded(.playGreeting, hasPlayed: true))
        call.callerHangsUp()
        #expect(call.stage == .voicemail)
        call.replies(.alreadyOver, to: .recordMessage)
        #expect(call.outcome == .noAnswer && call.missedCalls.count == 1 && call.alarms == [])
        #expect(call.session.isClosed && call.violations == [])
    }

    @Test func `scenario 83: a recording refused after the caller has gone is missed, with an alarm`() {
        var call = Self.atVoicemail()
        call.receive(.playbackEnded(.playGreeting, hasPlayed: true))
        call.callerHangsUp()
        call.replies(.refused, to: .recordMessage)
        #expect(call.outcome == .noAnswer && call.alarms == [.messageFailed] && call.violations == [])
    }

    @Test func `scenario 83: silence is thrown away`() {
        var call = Self.atVoicemail()
        call.receive(.playbackEnded(.playGreeting, hasPlayed: true))
        call.receive(.recordingSaved(.message, RecordingID("m"), length: .milliseconds(900)))
        #expect(call.records.contains(.discarded(RecordingID("m"), because: .nothingSaid)) && call.messages == [])
        #expect(call.outcome == .noAnswer && call.missedCalls.count == 1)
        #expect(call.commands == ["hang up caller: noAnswer"] && call.violations == [])
    }

    @Test func `scenario 83: a recording that fails is missed, with an alarm`() {
        var call = Self.atVoicemail()
        call.receive(.playbackEnded(.playGreeting, hasPlayed: true))
        call.receive(.recordingFailed(.message))
        #expect(call.alarms == [.messageFailed] && call.missedCalls.count == 1 && call.violations == [])
    }

    @Test func `scenario 83: a message that never comes is missed, and is still kept when it comes late`() {
        var call = Self.atVoicemail()
        call.receive(.playbackEnded(.playGreeting, hasPlayed: true))
        call.callerHangsUp()
        call.passes(RingLimits.savingTimeMax)
        #expect(call.outcome == .noAnswer && call.alarms == [.messageFailed])
        call.receive(.recordingSaved(.message, RecordingID("m"), length: .seconds(9)))
        #expect(call.messages.count == 1 && call.alarms.last == .lateMessage(RecordingID("m")))
        call.receive(.recordingSaved(.message, RecordingID("m"), length: .seconds(9)))
        #expect(call.messages.count == 1 && call.violations == [])
    }

    @Test func `scenario 83: a message without end is cut`() {
        var call = Self.atVoicemail()
        call.receive(.playbackEnded(.playGreeting, hasPlayed: true))
        call.passes(RingLimits.messageTimeMax)
        #expect(call.commands == ["stop recording", "hang up caller: completed"])
        call.callerHangsUp()
        #expect(call.stage == .voicemail && call.alarms == [])
        call.receive(.recordingSaved(.message, RecordingID("m"), length: RingLimits.messageTimeMax))
        #expect(call.outcome == .message && call.messages.count == 1 && call.missedCalls == [])
        #expect(call.alarms == [] && call.violations == [])
    }

    @Test func `scenario 84: versions have no gap and never go back`() {
        var call = RingStory.ringing(2)
        call.asks("a", .claim)
        call.passes(.seconds(5))
        call.talks(2)
        call.everybodyGoes()
        #expect(call.versions == Array(1...UInt64(call.versions.count)) && call.violations == [])
    }
}
