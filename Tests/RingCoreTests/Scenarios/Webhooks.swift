import CallModel
import RingCore
import Testing

/// Situations 57–63 of Documentation/RingScenarios.md: news that come twice, in any order, late, or of an unknown call.
struct Webhooks {
    private static func story(of call: inout RingStory) -> [CarrierEvent] {
        [
            .initiated(call.leg(1), as: CarrierLegID("leg 1")), .ringing(call.leg(1)), .answered(call.ref(1)),
            .answered(.parent), .bridged(.parent), .bridged(call.ref(1)),
        ]
    }

    @Test func `scenario 57: every piece of news has one effect, however often it comes`() {
        var call = RingStory(DeviceCandidate.several(1))
        for news in Self.story(of: &call) {
            call.receive(news)
            call.receive(news)
            #expect(call.effects == [])
        }
        #expect(call.stage == .active && call.violations == [])
    }

    @Test func `scenario 58: the news of a call in each of their 720 orders come to the same`() {
        var ends: Set<RingSession.Settled> = []
        var example = RingStory(DeviceCandidate.several(1))
        for order in permutations(Self.story(of: &example)) {
            var call = RingStory(DeviceCandidate.several(1))
            for news in order { call.receive(news) }
            #expect(call.stage == .active && call.violations == [])
            call.ends(1)
            call.callerHangsUp()
            #expect(call.session.isClosed && call.reason("a") == .answered)
            ends.insert(call.session.settled)
        }
        #expect(ends.count == 1)
    }

    @Test func `scenario 58: with its hang-up among them a call ends, in whatever order it is told`() {
        var example = RingStory(DeviceCandidate.several(1))
        let news = Array(Self.story(of: &example).dropFirst(2)) + [.hungUp(example.ref(1), .hungUp)]
        for order in permutations(news) {
            var call = RingStory(DeviceCandidate.several(1))
            for news in order { call.receive(news) }
            call.callerHangsUp()
            call.passes(.seconds(60))
            #expect(call.stage == .ended && call.session.isClosed && call.violations == [], "\(order)")
        }
    }

    @Test func `scenario 59: what a refused webhook would have told is found by looking`() throws {
        var call = RingStory.ringing(1)
        call.talks(1)
        try call.restarts()
        #expect(call.commands == ["look at caller", "look at 1"])
        call.looked(.parent, .over)
        #expect(call.outcome == .completedByCaller && call.violations == [])
    }

    @Test func `scenario 61: a leg the session never planned is an alarm and changes nothing`() {
        var call = RingStory.ringing(1)
        let stranger = LegID(session: RingStory.session, ordinal: 9)
        call.receive(.initiated(stranger, as: CarrierLegID("x")))
        #expect(call.effects == [.alarm(.unknownLeg(stranger))])
        call.receive(.answered(.leg(stranger)))
        #expect(call.effects == [] && call.violations == [])
    }

    @Test func `scenario 62: news that come twenty seconds late, all at once, come to the same`() {
        var call = RingStory(DeviceCandidate.several(1))
        call.passes(.seconds(20))
        for news in Self.story(of: &call) { call.receive(news) }
        #expect(call.stage == .active && call.violations == [])
    }

    @Test func `scenario 63: a recording is attached before and after the end, once`() {
        let policy = RingPolicy.plain.with { $0.recordsConversations = true }
        var call = RingStory.ringing(1, policy: policy, consent: .given)
        call.answers(1)
        #expect(call.commands == ["answer caller", "bridge 1 and record"])
        call.bridges(1)
        call.ends(1)
        call.callerHangsUp()
        call.receive(.recordingSaved(.conversation, RecordingID("r"), length: .seconds(60)))
        call.receive(.recordingSaved(.conversation, RecordingID("r"), length: .seconds(60)))
        #expect(call.records.filter { $0 == .conversation(RecordingID("r"), length: .seconds(60)) }.count == 1)
        #expect(call.violations == [])
    }

    @Test func `scenario 63: without consent nothing is recorded, and what comes anyway is deleted`() {
        let policy = RingPolicy.plain.with { $0.recordsConversations = true }
        var call = RingStory.ringing(1, policy: policy, consent: .none)
        call.answers(1)
        #expect(call.commands == ["answer caller", "bridge 1"])
        call.bridges(1)
        call.receive(.recordingSaved(.conversation, RecordingID("r"), length: .seconds(60)))
        #expect(call.records.last == .discarded(RecordingID("r"), because: .notConsented) && call.violations == [])
    }
}
