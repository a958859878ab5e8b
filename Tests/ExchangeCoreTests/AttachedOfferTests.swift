import CallModel
import ExchangeCore
import Redaction
import Scopes
import Testing

/// Anna's and ben's clients take a new description only with an offer of their call.
@Suite struct AttachedOfferTests {
    private static let ben = ExchangeWorld.call(1)
    private static let anna = CallID("call")

    /// Anna (1) has called ben (2).
    private static func answered(
        _ anna: DeviceCapabilities = ExchangeWorld.attaching, trickles: Bool = false
    ) -> ExchangeWorld {
        var world = ExchangeWorld()
        world.connect("anna", on: 1, session: "anna", anna)
        world.connect("ben", on: 2, session: "ben", ExchangeWorld.attaching)
        world.dial("ben", trickles: trickles)
        if trickles { world.request(1, .endOfCandidates(Self.anna)) }
        world.acknowledge(2, .hasCall)
        world.answer(2)
        world.acknowledge(1, CallID("call"), .hasAnsweredCall)
        world.acknowledge(2, .heardLater)
        return world
    }

    private static func restart(_ world: inout ExchangeWorld, on connection: UInt64 = 1, _ generation: String)
        -> [String]
    {
        let callID = connection == 1 ? anna : ben
        return world.request(connection, .updateMedia(callID, SampleDescription.offer(generation)))
    }

    private static func attach(_ world: inout ExchangeWorld, on connection: UInt64, _ answer: String) -> [String] {
        world.request(connection, .attachAnswer(ben, SampleDescription.answer(answer)))
    }

    @Test(arguments: [ExchangeWorld.attaching, ExchangeWorld.everything])
    func `new media of one side are offered to the other with its call, and its answer is the reply`(
        _ anna: DeviceCapabilities
    ) throws {
        var world = Self.answered(anna)
        #expect(Self.restart(&world, "anna2") == ["2 attach leg1 anna2"])
        #expect(try #require(world.descriptions[ConnectionID(2)]).contains("a=setup:actpass"))
        #expect(Self.attach(&world, on: 2, "ben2") == ["2 ✓ attached leg1", "1 ✓ media call ben2"])
        #expect(world.checker.runningTimers == [])
        // And so again, the other way as well.
        #expect(Self.restart(&world, "anna3") == ["2 attach leg1 anna3"])
        #expect(Self.attach(&world, on: 2, "ben3") == ["2 ✓ attached leg1", "1 ✓ media call ben3"])
        if anna == ExchangeWorld.attaching { #expect(Self.restart(&world, on: 2, "ben4") == ["1 attach call ben4"]) }
        #expect(world.checker.violations == [])
    }

    @Test func `no answer in time is a refusal, and the media are what they were`() {
        var world = Self.answered()
        #expect(Self.restart(&world, "anna2") == ["2 attach leg1 anna2"])
        #expect(world.fireRenegotiation() == ["1 ✗ peerCannotRenegotiate"])
        #expect(world.now == .seconds(8))
        #expect(world.checker.runningTimers == [])
        // One whose new media were refused is offered its call when it comes back, because it may have none.
        world.lose(1)
        #expect(
            world.connect("anna", on: 3, session: "anna", ExchangeWorld.attaching) == [
                "3 admitted", "3 attach call leg1", "3 ready call",
            ])
        #expect(world.checker.violations == [])
    }

    @Test func `an answer that comes too late is what the other is offered when it comes back`() {
        var world = Self.answered()
        _ = Self.restart(&world, "anna2")
        world.fireRenegotiation()
        #expect(Self.attach(&world, on: 2, "ben2") == ["2 ✓ attached leg1"])
        #expect(Self.attach(&world, on: 2, "ben3") == ["2 ✗ notDetached"])
        world.lose(1)
        #expect(
            world.connect("anna", on: 3, session: "anna", ExchangeWorld.attaching) == [
                "3 admitted", "3 attach call ben2", "3 ready call",
            ])
        #expect(
            world.request(3, .attachAnswer(Self.anna, SampleDescription.answer("anna3"))) == ["3 ✓ attached call"])
        // His client has media for an offer that came to nothing, so it is not asked whether it has the call.
        world.acknowledge(2, .heardLater)
        world.lose(2)
        #expect(
            world.connect("ben", on: 4, session: "ben", ExchangeWorld.attaching) == [
                "4 admitted", "4 attach leg1 anna3", "4 ready leg1",
            ])
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }

    @Test func `new media of both sides that cross settle on those that came first`() {
        var world = Self.answered()
        #expect(Self.restart(&world, "anna2") == ["2 attach leg1 anna2"])
        // The refusal waits: a client that is refused drops its socket, and with it the answer.
        #expect(Self.restart(&world, on: 2, "ben2") == [])
        #expect(Self.restart(&world, on: 2, "ben3") == ["2 ✗ renegotiationInProgress"])
        #expect(Self.restart(&world, "anna3") == ["1 ✗ renegotiationInProgress"])
        #expect(
            Self.attach(&world, on: 2, "ben4") == [
                "2 ✓ attached leg1", "1 ✓ media call ben4", "2 ✗ renegotiationInProgress",
            ])
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }

    @Test func `crossing media of which neither is answered are refused to both`() {
        var world = Self.answered()
        _ = Self.restart(&world, "anna2")
        _ = Self.restart(&world, on: 2, "ben2")
        #expect(world.fireRenegotiation() == ["1 ✗ peerCannotRenegotiate", "2 ✗ renegotiationInProgress"])
        #expect(world.checker.runningTimers == [])
        #expect(Self.restart(&world, on: 2, "ben3") == ["1 attach call ben3"])
        #expect(world.checker.violations == [])
    }

    @Test func `a page that is loaded anew is offered what the other side offered meanwhile`() {
        var world = Self.answered()
        world.lose(2)
        #expect(Self.restart(&world, "anna2") == [])
        #expect(
            world.connect("ben", on: 3, session: "ben", ExchangeWorld.attaching) == ["3 admitted", "3 probe leg1"])
        #expect(world.fireAcknowledgement() == ["3 attach leg1 anna2", "3 ready leg1"])
        #expect(Self.attach(&world, on: 3, "ben2") == ["3 ✓ attached leg1", "1 ✓ media call ben2"])
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }

    @Test func `a client that takes up its call next answers the offer that was made meanwhile`() {
        var world = Self.answered()
        world.lose(2)
        world.connect("ben", on: 3, session: "ben", ExchangeWorld.attaching)
        #expect(world.fireAcknowledgement() == ["3 attach leg1 anna", "3 ready leg1"])
        #expect(Self.restart(&world, "anna2") == [])
        #expect(Self.attach(&world, on: 3, "ben2") == ["3 ✓ attached leg1", "3 attach leg1 anna2"])
        #expect(Self.attach(&world, on: 3, "ben3") == ["3 ✓ attached leg1", "1 ✓ media call ben3"])
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }

    @Test func `the candidates of an answer follow it, also where the client took up its call just before`() {
        var world = Self.answered(trickles: true)
        let (first, second) = (SampleDescription.candidate, SampleDescription.otherCandidate)
        #expect(
            world.request(2, .candidate(Self.ben, TrickledCandidate(text: first))) == [
                "2 ✓ noted leg1", "1 candidate call candidate:1",
            ])
        world.lose(2)
        world.connect("ben", on: 3, session: "ben", ExchangeWorld.attaching)
        world.fireAcknowledgement()
        _ = Self.restart(&world, "anna2")
        #expect(Self.attach(&world, on: 3, "ben2") == ["3 ✓ attached leg1", "3 attach leg1 anna2"])
        #expect(world.request(3, .candidate(Self.ben, TrickledCandidate(text: second))) == ["3 ✓ noted leg1"])
        #expect(
            Self.attach(&world, on: 3, "ben3") == [
                "3 ✓ attached leg1", "1 ✓ media call ben3", "1 candidate call candidate:2",
            ])
        #expect(world.checker.violations == [])
    }

    @Test func `an answerer that is lost is offered it again if it is back in time`() {
        var world = Self.answered()
        _ = Self.restart(&world, "anna2")
        #expect(world.lose(2) == [])
        // It may have made other media already, so it is not asked.
        #expect(
            world.connect("ben", on: 3, session: "ben", ExchangeWorld.attaching) == [
                "3 admitted", "3 attach leg1 anna2", "3 ready leg1",
            ])
        #expect(Self.attach(&world, on: 3, "ben2") == ["3 ✓ attached leg1", "1 ✓ media call ben2"])
        _ = Self.restart(&world, "anna3")
        world.lose(3)
        #expect(world.fireRenegotiation() == ["1 ✗ peerCannotRenegotiate"])
        #expect(world.checker.violations == [])
    }

    @Test func `an offerer that is lost is offered its call, and the other side again`() {
        var world = Self.answered()
        _ = Self.restart(&world, "anna2")
        world.lose(1)
        #expect(Self.attach(&world, on: 2, "ben2") == ["2 ✓ attached leg1"])
        #expect(
            world.connect("anna", on: 3, session: "anna", ExchangeWorld.attaching) == [
                "3 admitted", "3 attach call leg1", "3 ready call", "2 attach leg1 anna",
            ])
        #expect(world.checker.violations == [])
    }

    @Test func `a call that ends meanwhile leaves no request without a reply`() {
        var world = Self.answered()
        _ = Self.restart(&world, "anna2")
        _ = Self.restart(&world, on: 2, "ben2")
        #expect(
            world.request(2, .hangUp(Self.ben, .normalClearing)) == [
                "2 ✓ ended leg1 16", "1 ✗ callEnded completed", "2 ✗ renegotiationInProgress",
                "1 bye call 16 completed",
            ])
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }

    @Test func `a side that answers offers itself is asked as ever`() {
        var world = Self.answered(ExchangeWorld.everything)
        #expect(Self.restart(&world, on: 2, "ben2") == ["1 updateMedia call #1 ben2"])
    }
}
