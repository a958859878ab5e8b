import CallModel
import ExchangeCore
import Redaction
import Scopes
import Testing

/// Ben's client acknowledges the calls it has, and takes a new description only with an offer of its call.
@Suite struct ProbeTests {
    private static let ben = ExchangeWorld.call(1)

    /// Anna (1) has called ben (2); each has shown to know of the call what `knows` says.
    private static func answered(
        _ anna: DeviceCapabilities = ExchangeWorld.everything, knows: Bool = true
    ) -> ExchangeWorld {
        var world = ringing(anna)
        world.answer(2)
        guard knows else { return world }
        world.acknowledge(1, CallID("call"), .hasAnsweredCall)
        world.acknowledge(2, .heardLater)
        return world
    }

    private static func ringing(_ anna: DeviceCapabilities = ExchangeWorld.everything) -> ExchangeWorld {
        var world = ExchangeWorld()
        world.connect("anna", on: 1, session: "anna", anna)
        world.connect("ben", on: 2, session: "ben", ExchangeWorld.attaching)
        world.dial("ben")
        world.acknowledge(2, .hasCall)
        return world
    }

    /// Anna has acknowledged that ben's phone rings, and is gone.
    private static func ringingWithoutCaller() -> ExchangeWorld {
        var world = ringing(ExchangeWorld.attaching)
        world.acknowledge(1, CallID("call"), .hasRingingCall)
        world.lose(1)
        return world
    }

    private static func comeBack(_ world: inout ExchangeWorld) -> [String] {
        world.lose(2)
        return world.connect("ben", on: 3, session: "ben", ExchangeWorld.attaching)
    }

    @Test func `a client that still has its call is not offered it`() {
        var world = Self.answered()
        #expect(Self.comeBack(&world) == ["3 admitted", "3 probe leg1"])
        #expect(world.acknowledge(3, .hasAnsweredCall) == ["3 ready leg1"])
        #expect(world.request(3, .attachAnswer(Self.ben, SampleDescription.answer("new"))) == ["3 ✗ notDetached"])
        // And so again.
        world.lose(3)
        #expect(
            world.connect("ben", on: 4, session: "ben", ExchangeWorld.attaching) == ["4 admitted", "4 probe leg1"])
        #expect(world.acknowledge(4, .hasAnsweredCall) == ["4 ready leg1"])
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }

    @Test func `a client that says nothing is offered its call as ever`() {
        var world = Self.answered()
        _ = Self.comeBack(&world)
        #expect(world.fireAcknowledgement() == ["1 requestOffer call #1"])
        #expect(world.now == .milliseconds(1_500))
        #expect(world.respond(1) == ["3 attach leg1 fresh", "3 ready leg1"])
        #expect(
            world.request(3, .attachAnswer(Self.ben, SampleDescription.answer("new"))) == [
                "3 ✓ attached leg1", "1 mediaAnswer call new",
            ])
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }

    @Test func `a client that refuses the question is offered its call at once`() {
        var world = Self.answered()
        _ = Self.comeBack(&world)
        #expect(world.acknowledge(3, .lacksCall) == ["1 requestOffer call #1"])
        // An acknowledgement after that changes nothing.
        #expect(world.acknowledge(3, .hasAnsweredCall) == [])
        #expect(world.respond(1) == ["3 attach leg1 fresh", "3 ready leg1"])
        #expect(world.checker.violations == [])
    }

    @Test func `a client that may not know that its answer was accepted is not asked`() {
        var world = Self.answered(knows: false)
        #expect(Self.comeBack(&world) == ["3 admitted", "1 requestOffer call #1"])
        // Nor is one whose taking up of the call was not confirmed to it.
        world.respond(1)
        world.request(3, .attachAnswer(Self.ben, SampleDescription.answer("new")))
        world.lose(3)
        #expect(
            world.connect("ben", on: 4, session: "ben", ExchangeWorld.attaching) == [
                "4 admitted", "1 requestOffer call #2",
            ])
        world.respond(1, number: 2)
        world.request(4, .attachAnswer(Self.ben, SampleDescription.answer("newer")))
        world.acknowledge(4, .heardLater)
        world.lose(4)
        #expect(
            world.connect("ben", on: 5, session: "ben", ExchangeWorld.attaching) == ["5 admitted", "5 probe leg1"])
        #expect(world.checker.violations == [])
    }

    @Test func `a client that never acknowledged anything is not asked`() {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        world.connect("ben", on: 2, session: "ben", ExchangeWorld.attaching)
        world.dial("ben")
        world.answer(2)
        world.acknowledge(2, .heardLater)
        #expect(Self.comeBack(&world) == ["3 admitted", "1 requestOffer call #1"])
    }

    @Test func `a client that missed the other side's new media is not asked but offered them`() {
        var world = Self.answered(ExchangeWorld.attaching)
        world.lose(2)
        world.lose(1)
        world.connect("anna", on: 4, session: "anna", ExchangeWorld.attaching)
        world.fireAcknowledgement()
        world.request(4, .attachAnswer(CallID("call"), SampleDescription.answer("anna2")))
        #expect(
            world.connect("ben", on: 5, session: "ben", ExchangeWorld.attaching) == [
                "5 admitted", "5 attach leg1 anna2", "5 ready leg1",
            ])
        #expect(world.checker.violations == [])
    }

    @Test func `an end while a client is asked is told before it is ready`() {
        var world = Self.answered()
        _ = Self.comeBack(&world)
        #expect(
            world.request(1, .hangUp(CallID("call"), .normalClearing)) == [
                "1 ✓ ended call 16", "3 bye leg1 16 completed", "3 ready",
            ])
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }

    @Test func `a client that is lost while it is asked is asked again`() {
        var world = Self.answered()
        _ = Self.comeBack(&world)
        world.lose(3)
        #expect(world.checker.runningTimers.map(\.owner) == [.resume(SignalingSessionID("ben"))])
        #expect(
            world.connect("ben", on: 4, session: "ben", ExchangeWorld.attaching) == ["4 admitted", "4 probe leg1"])
        #expect(
            world.connect("ben", on: 5, session: "ben", ExchangeWorld.attaching) == [
                "4 punted", "5 admitted", "5 probe leg1",
            ])
        #expect(world.acknowledge(5, .hasAnsweredCall) == ["5 ready leg1"])
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }

    @Test func `a caller that comes back to a ringing call and has lost it ends the call`() {
        var world = Self.ringingWithoutCaller()
        #expect(
            world.connect("anna", on: 3, session: "anna", ExchangeWorld.attaching) == [
                "3 admitted", "3 ready call", "3 ringing call",
            ])
        #expect(world.fireAcknowledgement() == ["3 bye call 487 cancelled", "2 bye leg1 487 cancelled"])
        #expect(world.now == .seconds(6))
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }

    @Test func `a caller that has lost the call when the answer comes leaves no callee in silence`() {
        var world = Self.ringingWithoutCaller()
        world.answer(2)
        #expect(
            world.connect("anna", on: 3, session: "anna", ExchangeWorld.attaching) == [
                "3 admitted", "3 ready call", "3 ringing call", "3 answer call leg1",
            ])
        #expect(
            world.acknowledge(3, CallID("call"), .lacksCall) == ["3 bye call 102 dropped", "2 bye leg1 102 dropped"])
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }

    @Test func `a caller that comes back with its call keeps it`() {
        var world = Self.ringingWithoutCaller()
        world.connect("anna", on: 3, session: "anna", ExchangeWorld.attaching)
        #expect(world.acknowledge(3, CallID("call"), .hasRingingCall) == [])
        #expect(world.answer(2) == ["2 ✓ answered leg1", "3 answer call leg1"])
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }

    @Test func `a client that acknowledges ringing alone keeps a call that was answered while it was gone`() {
        var world = Self.ringingWithoutCaller()
        world.answer(2)
        #expect(
            world.connect("anna", on: 3, session: "anna", ExchangeWorld.attaching) == [
                "3 admitted", "3 ready call", "3 ringing call", "3 answer call leg1",
            ])
        #expect(world.acknowledge(3, CallID("call"), .hasRingingCall) == [])
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }

    @Test func `a client that acknowledges ringing alone is never asked for its answered call`() {
        var world = Self.ringing(ExchangeWorld.attaching)
        world.acknowledge(1, CallID("call"), .hasRingingCall)
        world.answer(2)
        world.acknowledge(1, CallID("call"), .heardLater)
        world.lose(1)
        let told = world.connect("anna", on: 3, session: "anna", ExchangeWorld.attaching)
        #expect(!told.isEmpty && !told.contains { $0.contains("probe") })
        #expect(world.checker.violations == [])
    }

    @Test func `a caller whose client never acknowledged anything is believed`() {
        var world = Self.ringing(ExchangeWorld.attaching)
        world.lose(1)
        world.connect("anna", on: 3, session: "anna", ExchangeWorld.attaching)
        #expect(world.checker.runningTimers.map(\.owner) == [.ring(ExchangeWorld.session())])
    }
}
