import CallModel
import ExchangeCore
import Redaction
import Scopes
import Testing

@Suite struct AttachTests {
    private static let ben = ExchangeWorld.call(1)

    private static func ringing() -> ExchangeWorld {
        var world = ExchangeWorld()
        world.connect("anna", on: 1, session: "anna")
        world.connect("ben", on: 2, session: "ben")
        world.dial("ben")
        return world
    }

    private static func answered() -> ExchangeWorld {
        var world = ringing()
        world.answer(2)
        return world
    }

    @Test func `a device that lost its socket is offered its call on the next one`() throws {
        var world = Self.answered()
        #expect(world.lose(2) == [])
        #expect(world.status()?.legs[1].isConnected == false)
        #expect(world.connect("ben", on: 3, session: "ben") == ["3 admitted", "3 attach leg1 anna", "3 ready leg1"])
        #expect(try #require(world.descriptions[ConnectionID(3)]).contains("a=setup:actpass"))
        #expect(world.request(3, .attachAnswer(Self.ben, SampleDescription.answer("leg1"))) == ["3 ✓ attached leg1"])
        #expect(world.request(3, .attachAnswer(Self.ben, SampleDescription.answer("leg1"))) == ["3 ✗ notDetached"])
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }

    @Test func `the caller is offered the answer it had, with the role left open`() throws {
        var world = Self.answered()
        world.lose(1)
        #expect(world.connect("anna", on: 3, session: "anna") == ["3 admitted", "3 attach call leg1", "3 ready call"])
        let description = try #require(world.descriptions[ConnectionID(3)])
        #expect(description.contains("a=setup:actpass"))
        #expect(!description.contains("a=setup:active"))
    }

    @Test func `new media of a device that came back are offered to the other side and its answer flows back`() {
        var world = Self.answered()
        world.lose(2)
        world.connect("ben", on: 3, session: "ben")
        #expect(
            world.request(3, .attachAnswer(Self.ben, SampleDescription.answer("new"))) == [
                "3 ✓ attached leg1", "1 updateMedia call #1 new",
            ])
        let offer = OfferID(session: ExchangeWorld.session(), number: 1)
        #expect(
            world.handle(.response(ConnectionID(1), offer, .answered(SampleDescription.answer("anna2"))))
                == ["3 mediaAnswer leg1 anna2"])
        world.lose(3)
        #expect(
            world.connect("ben", on: 4, session: "ben") == ["4 admitted", "4 attach leg1 anna2", "4 ready leg1"])
        #expect(world.checker.violations == [])
    }

    @Test func `a new socket takes the session over from one that still stands`() {
        var world = Self.answered()
        #expect(
            world.connect("ben", on: 3, session: "ben") == [
                "2 punted", "3 admitted", "3 attach leg1 anna", "3 ready leg1",
            ])
        #expect(world.request(2, .hangUp(Self.ben, .normalClearing)) == ["2 ✗ notLoggedIn"])
        #expect(world.lose(2) == [])
        #expect(world.status()?.legs[1].isConnected == true)
        #expect(world.exchange.connectionCount == 2)
        #expect(world.checker.violations == [])
    }

    @Test func `what the other side holds is told again`() {
        var world = Self.answered()
        world.request(1, .changeHold(CallID("call"), .hold))
        world.lose(2)
        #expect(
            world.connect("ben", on: 3, session: "ben") == [
                "3 admitted", "3 attach leg1 anna", "3 remoteHold leg1", "3 ready leg1",
            ])
    }

    @Test func `a device that does not come back ends the call for both`() {
        var world = Self.answered()
        world.lose(2)
        #expect(
            world.fire { $0 == .resume(SignalingSessionID("ben")) } == ["1 bye call 102 dropped"])
        #expect(world.now == .seconds(60))
        #expect(world.exchange.devices(of: UserID("ben")) == [])
        #expect(world.exchange.liveCallCount == 0)
        #expect(world.connect("ben", on: 3, session: "ben") == ["3 admitted", "3 ready"])
        #expect(world.checker.violations == [])
        #expect(world.checker.runningTimers == [])
    }

    @Test func `a device hears at its return of the end it missed`() {
        var world = Self.answered()
        world.lose(2)
        world.request(1, .hangUp(CallID("call"), .normalClearing))
        #expect(
            world.connect("ben", on: 3, session: "ben") == ["3 admitted", "3 bye leg1 16 completed", "3 ready"])
        #expect(world.checker.violations == [])
    }

    @Test func `an end that was told on a connection that was dead already is told again on the next one`() {
        var world = Self.answered()
        #expect(world.request(1, .hangUp(CallID("call"), .normalClearing)).contains("2 bye leg1 16 completed"))
        world.lose(2)
        // Before the list of calls, from which the device would conclude that it was dropped.
        #expect(
            world.connect("ben", on: 3, session: "ben") == ["3 admitted", "3 bye leg1 16 completed", "3 ready"])
        // A takeover is no proof either that the connection before was alive.
        #expect(
            world.connect("ben", on: 4, session: "ben") == [
                "3 punted", "4 admitted", "4 bye leg1 16 completed", "4 ready",
            ])
        #expect(world.checker.violations == [])
    }

    @Test func `a ring that ended on a dead connection is told again with its reason`() {
        var world = Self.ringing()
        world.request(1, .hangUp(CallID("call"), .originatorCancel))
        world.lose(2)
        #expect(
            world.connect("ben", on: 3, session: "ben") == ["3 admitted", "3 bye leg1 487 cancelled", "3 ready"])
    }

    @Test func `a device is not told again of an end of its own`() {
        var world = Self.answered()
        world.request(2, .hangUp(Self.ben, .normalClearing))
        world.lose(2)
        #expect(world.connect("ben", on: 3, session: "ben") == ["3 admitted", "3 ready"])
    }

    @Test func `a device that comes back while it is rung rings again and can answer`() {
        var world = Self.ringing()
        world.lose(2)
        #expect(world.connect("ben", on: 3, session: "ben") == ["3 admitted", "3 ready leg1", "3 invite leg1 anna"])
        #expect(world.answer(3) == ["3 ✓ answered leg1", "1 answer call leg1"])
        #expect(world.checker.violations == [])
    }

    @Test func `a device that was gone when the call came rings when it is back in time`() {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        world.connect("ben", on: 2, session: "ben")
        world.lose(2)
        #expect(world.dial("ben") == ["1 ✓ created call"])
        #expect(
            world.connect("ben", on: 3, session: "ben") == [
                "3 admitted", "3 ready", "3 invite leg1 anna", "1 ringing call",
            ])
        #expect(world.checker.violations == [])
    }

    @Test func `a device that closes in order is gone at once`() {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        world.connect("ben", on: 2)
        world.lose(2, .closed)
        #expect(world.dial("ben") == ["1 ✓ created call", "1 bye call 806 unreachable"])
        #expect(world.exchange.sessionCount == 1)
    }

    @Test func `a page that goes away is waited for a moment, and rings when it is loaded again`() {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        world.connect("ben", on: 2, session: "ben")
        world.lose(2, .left)
        #expect(world.dial("ben") == ["1 ✓ created call"])
        #expect(
            world.connect("ben", on: 3, session: "ben") == [
                "3 admitted", "3 ready", "3 invite leg1 anna", "1 ringing call",
            ])
        #expect(world.checker.violations == [])
    }

    @Test func `a page that is not loaded again is gone for callers too, after that moment`() {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        world.connect("ben", on: 2, session: "ben")
        world.lose(2, .left)
        world.dial("ben")
        #expect(world.fire { $0 == .resume(SignalingSessionID("ben")) } == ["1 bye call 806 unreachable"])
        #expect(world.now == .seconds(5))
        #expect(world.exchange.sessionCount == 1)
        #expect(world.checker.violations == [])
    }

    @Test func `the call of a page that goes away waits for it as long as any other`() {
        var world = Self.answered()
        world.lose(2, .left)
        #expect(world.fire { $0 == .resume(SignalingSessionID("ben")) } == ["1 bye call 102 dropped"])
        #expect(world.now == .seconds(60))
    }

    @Test func `a caller that is gone is waited for a moment`() {
        var world = Self.ringing()
        world.lose(1)
        #expect(world.connect("anna", on: 3, session: "anna") == ["3 admitted", "3 ready call", "3 ringing call"])
        world.lose(3)
        #expect(world.fire { $0 == .callerGrace(ExchangeWorld.session()) } == ["2 bye leg1 487 cancelled"])
        #expect(world.now == .seconds(6))
        #expect(
            world.connect("anna", on: 4, session: "anna") == ["4 admitted", "4 bye call 487 cancelled", "4 ready"])
        #expect(world.checker.violations == [])
    }

    @Test func `an answer that came while the caller was gone reaches it at its return`() {
        var world = Self.ringing()
        world.lose(1)
        #expect(world.answer(2) == ["2 ✓ answered leg1"])
        #expect(
            world.connect("anna", on: 3, session: "anna") == ["3 admitted", "3 ready call", "3 answer call leg1"])
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }

    @Test func `logging in again on one's own socket changes nothing`() {
        var world = Self.answered()
        #expect(world.connect("ben", on: 2, session: "ben") == ["2 admitted", "2 ready leg1"])
        #expect(world.checker.violations == [])
    }

    @Test func `no user takes over another's session, or changes on one socket`() {
        var world = Self.answered()
        #expect(world.connect("mallory", on: 3, session: "ben") == ["3 not admitted: sessionInUse"])
        #expect(world.connect("mallory", on: 2, session: "ben") == ["2 not admitted: connectionInUse"])
        #expect(world.connect("ben", on: 2, session: "other") == ["2 not admitted: connectionInUse"])
        #expect(world.request(2, .changeHold(Self.ben, .hold)).first == "2 ✓ held leg1")
    }

    @Test func `candidates of the other side wait until the call is taken up`() {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        world.connect("ben", on: 2, session: "ben")
        world.dial("ben", trickles: true)
        world.answer(2)
        world.lose(2)
        let candidate = TrickledCandidate(text: SampleDescription.candidate)
        world.request(1, .candidate(CallID("call"), candidate))
        world.connect("ben", on: 3, session: "ben")
        let other = TrickledCandidate(text: SampleDescription.otherCandidate)
        #expect(world.request(1, .candidate(CallID("call"), other)) == ["1 ✓ noted call"])
        #expect(
            world.request(3, .attachAnswer(Self.ben, SampleDescription.answer("leg1"))) == [
                "3 ✓ attached leg1", "3 candidate leg1 candidate:2",
            ])
    }
}
