import CallModel
import ExchangeCore
import Redaction
import Scopes
import Testing

/// Ben's client may come back with a new peer connection, and cannot be asked for anything afterwards. Anna's phone can.
@Suite struct FreshOfferTests {
    private static let ben = ExchangeWorld.call(1)
    private static let other: DeviceCapabilities = []

    /// Anna (1) has called ben (2), whose socket is lost.
    private static func lost(
        _ anna: DeviceCapabilities = ExchangeWorld.everything, trickles: Bool = false
    ) -> ExchangeWorld {
        var world = ExchangeWorld()
        world.connect("anna", on: 1, session: "anna", anna)
        world.connect("ben", on: 2, session: "ben", other)
        world.dial("ben", trickles: trickles)
        if trickles { world.request(1, .endOfCandidates(CallID("call"))) }
        world.answer(2)
        world.lose(2)
        return world
    }

    /// Ben is back on 3, and anna was asked.
    private static func asked() -> ExchangeWorld {
        var world = lost()
        world.connect("ben", on: 3, session: "ben", other)
        return world
    }

    /// Ben was given anna's fresh offer.
    private static func offered() -> ExchangeWorld {
        var world = asked()
        world.respond(1)
        return world
    }

    private static func attach(_ world: inout ExchangeWorld, _ answer: String, on connection: UInt64 = 3) -> [String] {
        world.request(connection, .attachAnswer(ben, SampleDescription.answer(answer)))
    }

    @Test func `the other side is asked for a fresh offer before the call is offered`() throws {
        var world = Self.lost()
        #expect(world.connect("ben", on: 3, session: "ben", Self.other) == ["3 admitted", "1 requestOffer call #1"])
        #expect(world.respond(1) == ["3 attach leg1 fresh", "3 ready leg1"])
        #expect(try #require(world.descriptions[ConnectionID(3)]).contains("a=setup:actpass"))
        #expect(Self.attach(&world, "new") == ["3 ✓ attached leg1", "1 mediaAnswer call new"])
        #expect(try #require(world.descriptions[ConnectionID(1)]).contains("a=setup:active"))
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }

    @Test func `the fresh media are what the next return begins with`() {
        var world = Self.offered()
        _ = Self.attach(&world, "new")
        world.lose(1)
        #expect(world.connect("anna", on: 4, session: "anna") == ["4 admitted", "4 attach call new", "4 ready call"])
        _ = world.request(4, .attachAnswer(CallID("call"), SampleDescription.offer("fresh")))
        world.lose(3)
        #expect(world.connect("ben", on: 5, session: "ben", Self.other) == ["5 admitted", "4 requestOffer call #2"])
        #expect(world.respond(4, number: 2, "fresh2") == ["5 attach leg1 fresh2", "5 ready leg1"])
        #expect(world.checker.violations == [])
    }

    @Test func `caller or callee, the one that comes back is offered anew`() {
        var world = ExchangeWorld()
        world.connect("ben", on: 1, session: "ben", Self.other)
        world.connect("anna", on: 2, session: "anna")
        world.dial("anna")
        world.answer(2)
        world.lose(1)
        #expect(world.connect("ben", on: 3, session: "ben", Self.other) == ["3 admitted", "2 requestOffer leg1 #1"])
        #expect(world.respond(2) == ["3 attach call fresh", "3 ready call"])
        #expect(
            world.request(3, .attachAnswer(CallID("call"), SampleDescription.answer("new"))) == [
                "3 ✓ attached call", "2 mediaAnswer leg1 new",
            ])
        #expect(world.checker.violations == [])
    }

    @Test func `who kept its peer connection goes on with it, and the offer is taken back`() {
        var world = Self.offered()
        #expect(Self.attach(&world, "leg1") == ["3 ✓ attached leg1", "1 mediaAnswer call leg1"])
        world.lose(1)
        // Anna's old description holds again as well.
        _ = world.connect("anna", on: 4, session: "anna")
        world.request(4, .attachAnswer(CallID("call"), SampleDescription.offer("anna")))
        #expect(world.checker.runningTimers == [])
        let restart = ClientRequest.updateMedia(CallID("call"), SampleDescription.offer())
        #expect(world.request(4, restart) == ["4 ✗ peerCannotRenegotiate"])
        #expect(world.checker.violations == [])
    }

    @Test func `a side that cannot make one leaves the description it gave`() {
        var world = Self.lost(Self.other)
        #expect(
            world.connect("ben", on: 3, session: "ben", Self.other) == [
                "3 admitted", "3 attach leg1 anna", "3 ready leg1",
            ])
        var refused = Self.asked()
        #expect(refused.respond(1, .refused) == ["3 attach leg1 anna", "3 ready leg1"])
        var unreadable = Self.asked()
        #expect(
            unreadable.respond(1, .answered("nonsense")) == [
                "1 mediaAnswer call leg1", "3 attach leg1 anna", "3 ready leg1",
            ])
        for world in [world, refused, unreadable] {
            #expect(world.checker.runningTimers == [])
            #expect(world.checker.violations == [])
        }
    }

    @Test func `a device that can be asked itself is offered what stands, for its media as a rule never stopped`() {
        var world = Self.lost()
        #expect(world.connect("ben", on: 3, session: "ben") == ["3 admitted", "3 attach leg1 anna", "3 ready leg1"])
    }

    @Test func `an offer that does not come in time is not waited for, and taken back when it comes late`() {
        var world = Self.asked()
        #expect(
            world.fireRenegotiation() == ["1 mediaAnswer call leg1", "3 attach leg1 anna", "3 ready leg1"])
        #expect(world.now == ExchangeLimits().freshOfferTime)
        #expect(world.respond(1) == [])
        #expect(world.checker.violations == [])
    }

    @Test func `an answer that does not come in time leaves everything as it was, and begins anew when it comes`() {
        var world = Self.offered()
        #expect(world.fireRenegotiation() == ["1 mediaAnswer call leg1"])
        #expect(world.checker.runningTimers == [])
        #expect(Self.attach(&world, "new") == ["3 ✓ attached leg1", "1 requestOffer call #2"])
        #expect(world.respond(1, number: 2, "fresh2") == ["3 attach leg1 fresh2"])
        #expect(Self.attach(&world, "newer") == ["3 ✓ attached leg1", "1 mediaAnswer call newer"])
        #expect(Self.attach(&world, "newest") == ["3 ✗ notDetached"])
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }

    @Test func `a device that takes no candidates afterwards gets the fresh offer with all of them`() throws {
        var world = Self.lost(trickles: true)
        _ = world.connect("ben", on: 3, session: "ben", Self.other)
        #expect(world.respond(1) == [])
        let candidate = TrickledCandidate(text: SampleDescription.candidate)
        #expect(world.request(1, .candidate(CallID("call"), candidate)) == ["1 ✓ noted call"])
        #expect(
            world.request(1, .endOfCandidates(CallID("call"))) == [
                "1 ✓ noted call", "3 attach leg1 fresh", "3 ready leg1",
            ])
        #expect(try #require(world.descriptions[ConnectionID(3)]).contains("a=candidate:1 1 udp"))
        #expect(Self.attach(&world, "new") == ["3 ✓ attached leg1", "1 mediaAnswer call new"])
        #expect(world.checker.violations == [])
    }

    @Test func `candidates that take too long are done without`() {
        var world = Self.lost(trickles: true)
        _ = world.connect("ben", on: 3, session: "ben", Self.other)
        world.respond(1)
        #expect(world.fireRenegotiation() == ["3 attach leg1 fresh", "3 ready leg1"])
        #expect(world.checker.violations == [])
    }

    @Test func `a device that takes candidates gets the fresh offer at once, and they follow its answer both ways`() {
        var world = ExchangeWorld()
        world.connect("anna", on: 1, session: "anna")
        world.connect("ben", on: 2, session: "ben", .trickle)
        world.dial("ben", trickles: true)
        world.answer(2, trickles: true)
        world.lose(2)
        _ = world.connect("ben", on: 3, session: "ben", .trickle)
        #expect(world.respond(1) == ["3 attach leg1 fresh", "3 ready leg1"])
        let candidate = TrickledCandidate(text: SampleDescription.candidate)
        #expect(world.request(1, .candidate(CallID("call"), candidate)) == ["1 ✓ noted call"])
        // A candidate that is found before the answer was sent is not sent before it.
        let early = TrickledCandidate(text: SampleDescription.otherCandidate)
        #expect(world.request(3, .candidate(Self.ben, early)) == ["3 ✓ noted leg1"])
        #expect(
            Self.attach(&world, "new") == [
                "3 ✓ attached leg1", "1 mediaAnswer call new", "1 candidate call candidate:2",
                "3 candidate leg1 candidate:1",
            ])
        #expect(world.checker.violations == [])
    }

    @Test func `a call that ends meanwhile is told of, before and after the offer`() {
        var before = Self.asked()
        #expect(
            before.request(1, .hangUp(CallID("call"), .normalClearing)) == [
                "1 ✓ ended call 16", "3 bye leg1 16 completed", "3 ready",
            ])
        #expect(before.respond(1) == [])
        var after = Self.offered()
        #expect(
            after.request(1, .hangUp(CallID("call"), .normalClearing)) == [
                "1 ✓ ended call 16", "3 bye leg1 16 completed",
            ])
        #expect(Self.attach(&after, "new") == ["3 ✗ callEnded completed"])
        for world in [before, after] {
            #expect(world.checker.runningTimers == [])
            #expect(world.checker.violations == [])
        }
    }

    @Test func `who comes back and hangs up at once may`() {
        var world = Self.asked()
        #expect(
            world.request(3, .hangUp(Self.ben, .normalClearing)) == [
                "3 ✓ ended leg1 16", "1 bye call 16 completed", "3 ready",
            ])
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }

    @Test func `a call that is held is taken up all the same, and stays held`() {
        var world = ExchangeWorld()
        world.connect("anna", on: 1, session: "anna")
        world.connect("ben", on: 2, session: "ben", Self.other)
        world.dial("ben")
        world.answer(2)
        world.request(1, .changeHold(CallID("call"), .hold))
        world.lose(2)
        _ = world.connect("ben", on: 3, session: "ben", Self.other)
        #expect(world.respond(1) == ["3 attach leg1 fresh", "3 ready leg1"])
        #expect(Self.attach(&world, "new") == ["3 ✓ attached leg1", "1 mediaAnswer call new"])
        #expect(world.status()?.legs[0].isHeld == true)
        #expect(world.request(1, .changeHold(CallID("call"), .resume)) == ["1 ✓ active call"])
    }

    @Test func `with the other side gone too, who comes back is ready and is offered the call when the other is there`()
    {
        var world = Self.lost()
        world.lose(1)
        #expect(world.connect("ben", on: 3, session: "ben", Self.other) == ["3 admitted", "3 ready leg1"])
        #expect(
            world.connect("anna", on: 4, session: "anna") == [
                "4 admitted", "4 attach call leg1", "4 ready call", "4 requestOffer call #1",
            ])
        #expect(
            world.request(4, .attachAnswer(CallID("call"), SampleDescription.offer())) == ["4 ✓ attached call"])
        #expect(world.respond(4) == ["3 attach leg1 fresh"])
        #expect(Self.attach(&world, "new") == ["3 ✓ attached leg1", "4 mediaAnswer call new"])
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }

    @Test func `a phone whose media are others at its return makes the client an offer of them`() {
        var world = Self.offered()
        _ = Self.attach(&world, "new")
        // The answer was lost with the socket: the phone knows of the client's new media by the attach only.
        world.lose(1)
        _ = world.connect("anna", on: 4, session: "anna")
        #expect(
            world.request(4, .attachAnswer(CallID("call"), SampleDescription.offer("anna3"))) == [
                "4 ✓ attached call", "4 requestOffer call #2",
            ])
        #expect(world.respond(4, number: 2, "fresh2") == ["3 attach leg1 fresh2"])
        #expect(Self.attach(&world, "newer") == ["3 ✓ attached leg1", "4 mediaAnswer call newer"])
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }

    @Test func `both may come back at once, in either order`() {
        var world = Self.lost()
        world.lose(1)
        _ = world.connect("anna", on: 4, session: "anna")
        // Anna has not answered her own offer yet: what she is asked next she does after it.
        #expect(world.connect("ben", on: 3, session: "ben", Self.other) == ["3 admitted", "4 requestOffer call #1"])
        #expect(
            world.request(4, .attachAnswer(CallID("call"), SampleDescription.offer())) == ["4 ✓ attached call"])
        #expect(world.respond(4) == ["3 attach leg1 fresh", "3 ready leg1"])
        #expect(Self.attach(&world, "new") == ["3 ✓ attached leg1", "4 mediaAnswer call new"])
        #expect(world.checker.violations == [])
    }

    @Test func `an offer whose maker is lost is void, and another is made at its return`() {
        var asked = Self.asked()
        #expect(asked.lose(1) == ["3 ready leg1"])
        var offered = Self.offered()
        #expect(offered.lose(1) == [])
        // The answer to the void offer goes nowhere; a second offer follows.
        #expect(Self.attach(&offered, "new") == ["3 ✓ attached leg1"])
        for var world in [asked, offered] {
            let said = world.connect("anna", on: 4, session: "anna")
            #expect(said.suffix(2) == ["4 ready call", "4 requestOffer call #2"])
            #expect(world.respond(4, number: 2, "fresh2") == ["3 attach leg1 fresh2"])
            #expect(Self.attach(&world, "newer") == ["3 ✓ attached leg1", "4 mediaAnswer call newer"])
            #expect(world.checker.runningTimers.allSatisfy { $0.owner.session == nil })
            #expect(world.checker.violations == [])
        }
    }

    @Test func `who is lost again before it answered takes its offer along`() {
        var world = Self.offered()
        #expect(world.lose(3) == ["1 mediaAnswer call leg1"])
        #expect(world.connect("ben", on: 4, session: "ben", Self.other) == ["4 admitted", "1 requestOffer call #2"])
        #expect(world.respond(1, number: 1) == [])
        #expect(world.respond(1, number: 2) == ["4 attach leg1 fresh", "4 ready leg1"])
        #expect(world.checker.violations == [])
    }

    @Test func `a further socket of the same session takes the return over`() {
        var world = Self.asked()
        #expect(
            world.connect("ben", on: 4, session: "ben", Self.other) == [
                "3 punted", "4 admitted", "1 mediaAnswer call leg1", "1 requestOffer call #2",
            ])
        #expect(world.respond(1, number: 2) == ["4 attach leg1 fresh", "4 ready leg1"])
        #expect(world.checker.violations == [])
    }

    @Test func `logging in again while the offer is awaited is not answered twice`() {
        var world = Self.asked()
        #expect(world.connect("ben", on: 3, session: "ben", Self.other) == ["3 admitted"])
        #expect(world.respond(1) == ["3 attach leg1 fresh", "3 ready leg1"])
    }

    @Test func `no other device may respond, and nothing else is negotiated meanwhile`() {
        var world = Self.asked()
        #expect(world.respond(3) == [])
        let restart = ClientRequest.updateMedia(CallID("call"), SampleDescription.offer())
        #expect(world.request(1, restart) == ["1 ✗ renegotiationInProgress"])
        #expect(world.request(3, .updateMedia(Self.ben, SampleDescription.offer())) == ["3 ✗ renegotiationInProgress"])
        #expect(world.respond(1) == ["3 attach leg1 fresh", "3 ready leg1"])
    }

    @Test func `an offer of its own that the device left behind is settled first`() {
        var world = ExchangeWorld()
        world.connect("anna", on: 1, session: "anna")
        world.connect("ben", on: 2, session: "ben", Self.other)
        world.dial("ben")
        world.answer(2)
        #expect(
            world.request(2, .updateMedia(Self.ben, SampleDescription.offer("ben2"))) == ["1 updateMedia call #1 ben2"])
        world.lose(2)
        #expect(world.connect("ben", on: 3, session: "ben", Self.other) == ["3 admitted"])
        #expect(world.respond(1, "anna2") == ["1 requestOffer call #2"])
        #expect(world.respond(1, number: 2) == ["3 attach leg1 fresh", "3 ready leg1"])
        #expect(world.checker.violations == [])
    }

    @Test func `a device in two calls is ready when it was offered both`() {
        var world = Self.lost()
        world.connect("carla", on: 7, session: "carla")
        world.connect("ben", on: 3, session: "ben", Self.other)
        world.respond(1)
        _ = Self.attach(&world, "leg1")
        world.dial("ben", on: 7, callID: "second", session: 2)
        world.answer(3, leg: 1, session: 2)
        world.lose(3)
        #expect(
            world.connect("ben", on: 4, session: "ben", Self.other) == [
                "4 admitted", "1 requestOffer call #2", "7 requestOffer second #1",
            ])
        #expect(world.respond(1, number: 2) == ["4 attach leg1 fresh"])
        #expect(world.respond(7, session: 2) == ["4 attach leg1/2 fresh", "4 ready leg1 leg1/2"])
        #expect(world.checker.violations == [])
    }
}
