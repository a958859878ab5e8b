import CallModel
import RingCore
import Testing

/// I15: what a caller said ends in a mailbox, or is discarded for a reason that is written down.
@Suite struct Entrusting {
    private static func message(_ name: String, for users: MessageRecipients) -> RingRecord {
        .message(RecordingID(name), length: .seconds(9), for: users)
    }

    private static func saved(_ name: String, _ length: Duration = .seconds(9)) -> CarrierEvent {
        .recordingSaved(.message, RecordingID(name), length: length)
    }

    /// A caller who speaks after the beep.
    private static func recording(
        _ devices: [DeviceCandidate], owners: [UserID]? = nil, rescue: RescuePolicy = .refused
    ) -> RingStory {
        var call = RingStory(devices, policy: RingPolicy().with { $0.rescue = rescue }, owners: owners)
        call.passes(.seconds(31))
        call.callerIsAnswered()
        call.receive(.playbackEnded(.playGreeting, hasPlayed: true))
        return call
    }

    @Test func `H1: a message of a number that rang no device is every user's of the number`() {
        var call = Self.recording([], owners: ["ann", "bob"])
        call.callerHangsUp()
        call.receive(Self.saved("m"))
        #expect(call.messages == [Self.message("m", for: ["ann", "bob"])])
        #expect(call.outcome == .message && call.alarms == [] && call.violations == [])
    }

    @Test func `a missed call of a number that rang no device is every user's of the number`() {
        var call = RingStory([], policy: .plain, owners: ["ann", "bob"])
        call.replies(.accepted(nil), to: .hangUp)
        #expect(call.missedCalls == [.missedCall(["ann", "bob"], .unreachable)] && call.violations == [])
    }

    @Test func `H1: a message of a call whose devices were all logged out is every user's of the number`() {
        var call = RingStory(
            DeviceCandidate.several(1), policy: RingPolicy().with { $0.rescue = .refused }, owners: ["ann", "bob"])
        call.rings(1)
        call.happens(.membership(.loggedOut("a")))
        call.ends(1)
        call.callerIsAnswered()
        call.receive(.playbackEnded(.playGreeting, hasPlayed: true))
        call.callerHangsUp()
        call.receive(Self.saved("m"))
        #expect(call.messages == [Self.message("m", for: ["ann", "bob"])] && call.violations == [])
    }

    @Test func `H1: a message of a number that no user has is the exchange's, with an alarm`() {
        var call = Self.recording([], owners: [])
        call.callerHangsUp()
        call.receive(Self.saved("m"))
        #expect(call.messages == [Self.message("m", for: .exchange)])
        #expect(call.alarms == [.messageWithoutUser(RecordingID("m"))] && call.violations == [])
    }

    @Test func `H1: a message of a number whose only user was removed while the caller spoke is the exchange's`() {
        var call = Self.recording([], owners: ["ann"])
        call.happens(.membership(.removed("ann")))
        call.callerHangsUp()
        call.receive(Self.saved("m"))
        #expect(call.messages == [Self.message("m", for: .exchange)])
        #expect(call.alarms == [.messageWithoutUser(RecordingID("m"))] && call.violations == [])
    }

    @Test func `H1: a message of a call whose only user was removed while the caller spoke is the exchange's`() {
        var call = Self.recording(DeviceCandidate.several(1))
        #expect(call.reason("a") == .missed)
        call.happens(.membership(.removed("ann")))
        call.callerHangsUp()
        call.receive(Self.saved("m"))
        #expect(call.messages == [Self.message("m", for: .exchange)])
        #expect(call.alarms == [.messageWithoutUser(RecordingID("m"))] && call.violations == [])
    }

    @Test func `H1: a message of a call of which one user was removed is the others'`() {
        var call = Self.recording(
            [DeviceCandidate("a", of: UserID("ann")), DeviceCandidate("b", of: UserID("bob"))], owners: ["ann", "bob"])
        call.happens(.membership(.removed("ann")))
        call.callerHangsUp()
        call.receive(Self.saved("m"))
        #expect(call.messages == [Self.message("m", for: ["bob"])])
        #expect(call.alarms == [] && call.violations == [])
    }

    @Test func `H1: who was removed is told of no missed call`() {
        var call = RingStory([], policy: RingPolicy(), owners: ["ann"])
        call.happens(.membership(.removed("ann")))
        call.callerHangsUp()
        #expect(call.outcome != nil && call.missedCalls == [] && call.violations == [])
    }

    /// A caller speaks, a device takes the call, and the message so far is saved.
    private static func rescued() -> RingStory {
        var call = RingStory(
            [DeviceCandidate("a", of: UserID("ann"))], policy: RingPolicy().with { $0.rescue = .untilSaved })
        call.rings(1)
        call.passes(.seconds(30))
        call.callerIsAnswered()
        call.receive(.playbackEnded(.playGreeting, hasPlayed: true))
        call.answers(1)
        call.receive(saved("m"))
        return call
    }

    @Test func `H1: a message from before a device took the call is discarded once they talk`() {
        var call = Self.rescued()
        #expect(call.messages == [] && !call.records.contains { if case .discarded = $0 { true } else { false } })
        call.bridges(1)
        #expect(call.records.contains(.discarded(RecordingID("m"), because: .callTaken)) && call.violations == [])
    }

    @Test func `H1: a message from before a device took the call is kept if the two never talked`() {
        var call = Self.rescued()
        call.callerHangsUp()
        #expect(call.messages == [Self.message("m", for: ["ann"])])
        #expect(call.outcome == .message && call.missedCalls == [] && call.violations == [])
    }

    @Test func `H1: a message that comes after an abandoned call is kept, with an alarm`() {
        var call = Self.recording(DeviceCandidate.several(1), owners: ["ann"])
        call.receive(Self.saved("m"))
        call.receive(Self.saved("n"))
        #expect(call.messages == [Self.message("m", for: ["ann"]), Self.message("n", for: ["ann"])])
        #expect(call.alarms == [.lateMessage(RecordingID("n"))] && call.violations == [])
    }

    @Test func `H4: a call whose times were set while a clock was far ahead ends soon after the next start`() {
        var call = Self.recording(DeviceCandidate.several(1))
        call.passesUnnoticed(.seconds(400 * 86_400))
        call.callerHangsUp()
        call.passesUnnoticed(.seconds(-400 * 86_400))
        call.happens(.reconcile)
        call.passes(RingLimits.savingTimeMax)
        #expect(call.outcome == .noAnswer && call.alarms == [.messageFailed] && call.violations == [])
        call.receive(Self.saved("m"))
        #expect(call.messages == [Self.message("m", for: ["ann"])])
    }

    @Test func `H1: a message whose length is not known is a message`() {
        var call = Self.recording(DeviceCandidate.several(1))
        call.callerHangsUp()
        call.receive(.recordingSaved(.message, RecordingID("m"), length: nil))
        #expect(call.messages == [.message(RecordingID("m"), length: nil, for: ["ann"])])
        #expect(call.outcome == .message && call.alarms == [] && call.violations == [])
    }

    /// A recorded conversation is over, and nothing was said of its recording.
    private static func recorded() -> RingStory {
        var call = RingStory.ringing(1, policy: .plain.with { $0.recordsConversations = true }, consent: .given)
        call.answers(1)
        call.bridges(1)
        call.callerHangsUp()
        call.ends(1)
        return call
    }

    @Test func `H1: a recorded conversation that is never saved is an alarm`() {
        var call = Self.recorded()
        #expect(call.outcome == .completedByCaller && !call.session.isClosed && call.alarms == [])
        call.passes(RingLimits.savingTimeMax)
        #expect(call.alarms == [.recordingFailed] && call.recordingSteps == [.begun, .failed])
        #expect(call.session.isClosed && call.violations == [])
    }

    @Test func `H1: a recorded conversation that is saved after its alarm is kept all the same, once`() {
        var call = Self.recorded()
        call.passes(RingLimits.savingTimeMax)
        for _ in 1...2 { call.receive(.recordingSaved(.conversation, RecordingID("r"), length: nil)) }
        #expect(call.records.count { $0 == .conversation(RecordingID("r"), length: nil) } == 1)
        #expect(call.alarms == [.recordingFailed] && call.violations == [])
    }

    @Test(arguments: [true, false])
    func `H1: a recorded conversation that is saved, or said to be lost, is waited for no longer`(isSaved: Bool) {
        var call = Self.recorded()
        if isSaved {
            call.receive(.recordingSaved(.conversation, RecordingID("r"), length: .seconds(9)))
        } else {
            call.receive(.recordingFailed(.conversation))
        }
        #expect(call.session.isClosed && call.session.nextDue == nil)
        #expect(call.alarms == (isSaved ? [] : [.recordingFailed]) && call.violations == [])
    }

    @Test func `H1: a recorded conversation that was given up is alarmed once, and kept if it comes all the same`() {
        var call = Self.recorded()
        call.passes(RingLimits.savingTimeMax)
        call.receive(.recordingFailed(.conversation))
        #expect(call.alarms == [.recordingFailed])
        call.receive(.recordingSaved(.conversation, RecordingID("r"), length: nil))
        #expect(call.records.contains(.conversation(RecordingID("r"), length: nil)))
        #expect(call.alarms == [.recordingFailed] && call.violations == [])
    }

    /// The caller went, and of the bridge that records nothing was reported but perhaps the reply.
    private static func unreported(isAccepted: Bool) -> RingStory {
        var call = RingStory.ringing(1, policy: .plain.with { $0.recordsConversations = true }, consent: .given)
        call.answers(1)
        if isAccepted { call.replies(.accepted(nil), to: .bridge, call.ref(1)) }
        call.callerHangsUp()
        call.ends(1)
        return call
    }

    @Test(arguments: [true, false])
    func `H1: a recording is waited for although no bridge was reported`(isAccepted: Bool) {
        var call = Self.unreported(isAccepted: isAccepted)
        #expect(!call.session.isClosed && call.alarms == [])
        call.passes(RingLimits.savingTimeMax)
        #expect(call.alarms == [.recordingFailed] && call.session.isClosed && call.violations == [])
    }

    @Test(arguments: [true, false])
    func `H1: a recording that is saved before its bridge is reported is a conversation`(isAccepted: Bool) {
        var call = Self.unreported(isAccepted: isAccepted)
        call.receive(.recordingSaved(.conversation, RecordingID("r"), length: .seconds(9)))
        #expect(call.records.contains(.conversation(RecordingID("r"), length: .seconds(9))))
        #expect(call.session.isClosed && call.alarms == [] && call.violations == [])
    }

    @Test func `H1: a recording without a reported bridge that is too short for a word is none`() {
        var call = Self.unreported(isAccepted: true)
        call.receive(.recordingSaved(.conversation, RecordingID("r"), length: .milliseconds(300)))
        #expect(call.records.contains(.discarded(RecordingID("r"), because: .noConversation)))
    }

    @Test func `H1: a recorded conversation is waited for after a restart too`() throws {
        var call = Self.recorded()
        try call.restarts()
        call.passes(RingLimits.savingTimeMax)
        #expect(call.alarms == [.recordingFailed] && call.session.isClosed && call.violations == [])
    }

    /// A device takes the call of a caller who has begun to speak, and the caller goes before a word.
    private static func abandoned() -> RingStory {
        var call = RingStory(
            [DeviceCandidate("a", of: UserID("ann"))], policy: RingPolicy().with { $0.rescue = .untilSaved })
        call.rings(1)
        call.passes(.seconds(30))
        call.callerIsAnswered()
        call.receive(.playbackEnded(.playGreeting, hasPlayed: true))
        call.answers(1)
        call.callerHangsUp()
        call.ends(1)
        return call
    }

    @Test func `H1: a message from before a device took the call that is never saved is an alarm`() {
        var call = Self.abandoned()
        #expect(call.outcome == .abandoned && call.alarms == [])
        call.passes(RingLimits.savingTimeMax)
        #expect(call.alarms == [.messageFailed] && call.session.isClosed && call.violations == [])
        call.receive(Self.saved("m"))
        #expect(call.messages == [Self.message("m", for: ["ann"])] && call.violations == [])
    }

    @Test func `a second recording of a conversation is discarded with an alarm, not silently`() {
        var call = RingStory.ringing(1, policy: .plain.with { $0.recordsConversations = true }, consent: .given)
        call.answers(1)
        call.bridges(1)
        call.callerHangsUp()
        for name in ["r", "r", "s"] {
            call.receive(.recordingSaved(.conversation, RecordingID(name), length: .seconds(60)))
        }
        #expect(call.records.last == .discarded(RecordingID("s"), because: .notConsented))
        #expect(call.alarms == [.unexpectedRecording(RecordingID("s"))] && call.violations == [])
    }
}
