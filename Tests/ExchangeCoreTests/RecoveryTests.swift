import CallModel
import ExchangeCore
import RingCore
import Scopes
import Testing

/// Calls that outlive the exchange's process. anna is on connection 1, ben on 2 and 3.
@Suite struct RecoveryTests {
    private static let ben = ExchangeWorld.call(1)
    private static let hungUp = ClientRequest.hangUp(CallID("call"), .normalClearing)

    private static func ringing() -> ExchangeWorld {
        var world = ExchangeWorld()
        world.connect("anna", on: 1, session: "anna")
        world.connect("ben", on: 2, session: "ben")
        world.connect("ben", on: 3, session: "ben's tablet")
        world.dial("ben")
        return world
    }

    private static func answered() -> ExchangeWorld {
        var world = ringing()
        world.answer(2)
        return world
    }

    private static func isResume(_ owner: TimerOwner) -> Bool {
        if case .resume = owner { true } else { false }
    }

    @Test func `a call that rings is not kept, one that is answered is, until its end`() {
        var world = Self.ringing()
        #expect(world.kept.isEmpty)
        world.answer(2)
        #expect(world.kept.count == 1)
        world.request(1, Self.hungUp)
        #expect(world.kept.isEmpty)
        #expect(world.restart() == [])
        #expect(world.checker.violations == [])
    }

    @Test func `the kept call comes before its claim, and no device is told of the claim earlier`() throws {
        var world = Self.ringing()
        world.answer(2)
        let kept = try #require(world.effects.firstIndex { if case .keep = $0 { true } else { false } })
        let claim = try #require(
            world.effects.firstIndex { if case .journal(let record) = $0 { record.isBarrier } else { false } })
        #expect(kept < claim)
        #expect(world.effects.firstIndex(where: \.isSpoken).map { $0 > claim } == true)
    }

    @Test func `both sides come back into their call, hold it and end it`() {
        var world = Self.answered()
        #expect(world.restart() == [])
        #expect(world.status()?.stage == .active)
        #expect(world.status()?.legs.map(\.isConnected) == [false, false, false])
        #expect(world.connect("ben", on: 4, session: "ben") == ["4 admitted", "4 attach leg1 anna", "4 ready leg1"])
        #expect(
            world.connect("anna", on: 5, session: "anna") == ["5 admitted", "5 attach call leg1", "5 ready call"])
        world.request(4, .attachAnswer(Self.ben, SampleDescription.answer("leg1")))
        world.request(5, .attachAnswer(CallID("call"), SampleDescription.answer("anna")))
        #expect(world.request(4, .changeHold(Self.ben, .hold)) == ["4 ✓ held leg1", "5 remoteHold call"])
        #expect(world.request(5, Self.hungUp) == ["5 ✓ ended call 16", "4 bye leg1 16 completed"])
        #expect(world.kept.isEmpty)
        #expect(world.checker.violations == [])
        #expect(world.checker.runningTimers == [])
    }

    @Test func `who lost the call before finds it gone, and the story of its leg is whole`() {
        var world = Self.answered()
        world.restart()
        #expect(world.connect("ben", on: 4, session: "ben's tablet") == ["4 admitted", "4 ready"])
        let over = world.journal.filter {
            if case .legOver(ExchangeWorld.leg(2), Ending(.answeredElsewhere)) = $0.change { true } else { false }
        }
        #expect(over.count == 1, "stored with the claim, and not again")
        #expect(world.status()?.legs[2].ending == Ending(.answeredElsewhere))
        #expect(world.status()?.winner == ExchangeWorld.leg(1))
        #expect(world.checker.violations == [])
    }

    @Test func `no device rings, and both users count as busy, while their call waits for them`() {
        var world = Self.answered()
        world.restart()
        #expect(world.exchange.liveCallCount(of: UserID("anna")) == 1)
        #expect(world.exchange.liveCallCount(of: UserID("ben")) == 1)
        #expect(world.exchange.devices(of: UserID("ben")) == [DeviceID("ben")])
    }

    @Test func `a side that does not come back ends the call as dropped for the other`() {
        var world = Self.answered()
        world.restart()
        world.connect("anna", on: 4, session: "anna")
        #expect(world.fire(Self.isResume) == ["4 bye call 102 dropped"])
        #expect(world.status()?.ending?.reason == .dropped)
        #expect(world.kept.isEmpty)
        #expect(world.checker.violations == [])
        #expect(world.checker.runningTimers == [])
    }

    @Test func `a hold and new media are there after the restart`() throws {
        var world = Self.answered()
        world.request(2, .changeHold(Self.ben, .hold))
        world.request(1, .updateMedia(CallID("call"), SampleDescription.offer("anna2")))
        let offer = OfferID(session: ExchangeWorld.session(), number: 1)
        world.handle(.response(ConnectionID(2), offer, .answered(SampleDescription.answer("ben2"))))
        world.restart()
        #expect(
            world.connect("anna", on: 4, session: "anna")
                == ["4 admitted", "4 attach call ben2", "4 remoteHold call", "4 ready call"])
        #expect(world.connect("ben", on: 5, session: "ben") == ["5 admitted", "5 attach leg1 anna2", "5 ready leg1"])
        #expect(world.checker.violations == [])
    }

    @Test func `unanswered media are gone after the restart, even if a side holds meanwhile`() {
        var world = Self.answered()
        world.request(1, .updateMedia(CallID("call"), SampleDescription.offer("anna2")))
        world.request(2, .changeHold(Self.ben, .hold))
        world.restart()
        #expect(world.connect("ben", on: 4, session: "ben") == ["4 admitted", "4 attach leg1 anna", "4 ready leg1"])
        #expect(
            world.connect("anna", on: 5, session: "anna")
                == ["5 admitted", "5 attach call leg1", "5 remoteHold call", "5 ready call"])
        #expect(world.checker.violations == [])
    }

    @Test func `a caller who was gone when the call was answered gets the answer after the restart`() throws {
        var world = Self.ringing()
        world.lose(1)
        world.answer(2)
        world.restart()
        let told = world.connect("anna", on: 4, session: "anna")
        #expect(told.contains("4 answer call leg1"))
        world.restart()
        #expect(
            world.connect("anna", on: 5, session: "anna") == ["5 admitted", "5 attach call leg1", "5 ready call"],
            "the answer was brought, and that is kept too")
        #expect(world.checker.violations == [])
    }

    @Test func `a message is not gone on with: its attendant dies with the exchange`() {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        world.connect("ben", on: 2)
        world.connect("attendant", on: 3)
        world.dial("ben", attendant: "attendant")
        world.request(2, .hangUp(Self.ben, .userBusy, nil))
        world.answer(3, leg: 2)
        #expect(world.status()?.stage == .active)
        #expect(world.kept.isEmpty)
    }

    @Test func `a call to a number goes on, and who decides it can end it`() {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        world.connect("ben", on: 2)
        world.dialNumber()
        world.ring(1, on: 2)
        world.answer(2)
        world.join(1)
        #expect(world.restart() == ["news: leg1 joined"])
        #expect(world.exchange.answeredCallsToNumbers == [ExchangeWorld.session()])
        #expect(world.exchange.isLive(ExchangeWorld.leg(1), of: ExchangeWorld.session()))
        #expect(world.join(1) == ["done"], "an order that was sent before the crash")
        world.connect("ben", on: 4, session: "session 2")
        #expect(
            world.command(.hangUp(.parent, .completed)) == [
                "news: leg0 over followed", "news: leg1 over followed", "4 bye leg1 16 completed", "done",
            ])
        #expect(world.kept.isEmpty)
        #expect(world.checker.violations == [])
    }
}
