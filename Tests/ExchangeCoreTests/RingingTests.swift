import CallModel
import ExchangeCore
import Redaction
import Scopes
import Testing

@Suite struct RingingTests {
    private static func world(devices: UInt64 = 3) -> ExchangeWorld {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        for device in 0..<devices { world.connect("ben", on: 2 + device) }
        return world
    }

    @Test func `a call rings every device of the callee, each by its own name`() {
        var world = Self.world()
        #expect(
            world.dial("ben") == [
                "1 ✓ created call", "2 invite leg1 anna", "1 ringing call", "3 invite leg2 anna", "4 invite leg3 anna",
            ])
        #expect(world.status()?.stage == .ringing)
        #expect(world.status()?.legs.map(\.stage) == [.ringing, .ringing, .ringing, .ringing])
        #expect(world.checker.violations == [])
    }

    @Test func `the first answer has the call and the others are told it was answered elsewhere`() {
        var world = Self.world()
        world.dial("ben")
        #expect(
            world.answer(3, leg: 2) == [
                "3 ✓ answered leg2", "1 answer call leg2", "2 bye leg1 805 answeredElsewhere",
                "4 bye leg3 805 answeredElsewhere",
            ])
        #expect(world.answer(4, leg: 3) == ["4 ✗ callEnded answeredElsewhere"])
        #expect(world.status()?.winner == ExchangeWorld.leg(2))
        #expect(world.checker.violations == [])
    }

    @Test func `a claim is stored before any device hears of it`() throws {
        var world = Self.world(devices: 2)
        world.dial("ben")
        world.answer(2)
        let spoken = world.effects.firstIndex(where: \.isSpoken)
        let first = try #require(spoken)
        let stored = world.effects.firstIndex { effect in
            if case .journal(let record) = effect { record.isBarrier } else { false }
        }
        let barrier = try #require(stored)
        #expect(barrier < first)
        #expect(world.journal.filter(\.isBarrier).map(\.change) == [.claimed(ExchangeWorld.leg(1), epoch: 1)])
    }

    @Test func `a device that answers twice has answered once`() {
        var world = Self.world(devices: 1)
        world.dial("ben")
        world.answer(2)
        let version = world.status()?.version
        #expect(world.answer(2) == ["2 ✓ answered leg1"])
        #expect(world.status()?.version == version)
    }

    @Test func `declining ends one leg and the last one the call`() {
        var world = Self.world(devices: 2)
        world.dial("ben")
        #expect(world.request(2, .hangUp(ExchangeWorld.call(1), .userBusy)) == ["2 ✓ ended leg1 17"])
        #expect(world.status()?.stage == .ringing)
        #expect(
            world.request(3, .hangUp(ExchangeWorld.call(2), .callRejected)) == [
                "3 ✓ ended leg2 21", "1 bye call 21 declined",
            ])
        #expect(world.checker.violations == [])
        #expect(world.checker.runningTimers == [])
    }

    @Test func `a callee who is busy everywhere makes the call busy`() {
        var world = Self.world(devices: 1)
        world.dial("ben")
        #expect(
            world.request(2, .hangUp(ExchangeWorld.call(1), .userBusy)) == [
                "2 ✓ ended leg1 17", "1 bye call 17 busy",
            ])
    }

    @Test
    func
        `F7: a device that hangs up politely while it rings has declined, and the caller is told a cause that says so`()
    {
        var world = Self.world(devices: 1)
        world.dial("ben")
        #expect(
            world.request(2, .hangUp(ExchangeWorld.call(1), .normalClearing)).last == "1 bye call 21 declined")
    }

    @Test func `a decline is told, stored and reported with the SIP status of its reason`() {
        let told: [(HangUpCause, HangUpCause, EndReason, UInt16, String)] = [
            (.userBusy, .userBusy, .busy, 486, "Busy Here"),
            (.callRejected, .callRejected, .declined, 603, "Decline"),
            (.normalClearing, .callRejected, .declined, 603, "Decline"),
            (.originatorCancel, .callRejected, .declined, 603, "Decline"),
            (.incompatibleDestination, .incompatibleDestination, .incompatible, 488, "Not Acceptable Here"),
        ]
        for (given, cause, reason, code, phrase) in told {
            var world = Self.world(devices: 1)
            world.dial("ben")
            world.request(2, .hangUp(ExchangeWorld.call(1), given))
            let ending = Ending(reason, cause: cause, sipCode: code, sipReason: phrase)
            #expect(world.effects.contains(.send(ConnectionID(1), .bye(CallID("call"), ending))))
            #expect(world.journal.last?.change == .ended(ending))
            #expect(world.status()?.ending == ending)
        }
    }

    @Test func `a device that declined cannot answer`() {
        var world = Self.world(devices: 2)
        world.dial("ben")
        world.request(2, .hangUp(ExchangeWorld.call(1), .callRejected))
        #expect(world.answer(2) == ["2 ✗ callEnded declined"])
    }

    @Test func `cancelling stops every device`() {
        var world = Self.world(devices: 2)
        world.dial("ben")
        #expect(
            world.request(1, .hangUp(CallID("call"), .originatorCancel)) == [
                "1 ✓ ended call 487", "2 bye leg1 487 cancelled", "3 bye leg2 487 cancelled",
            ])
        #expect(world.answer(2) == ["2 ✗ callEnded cancelled"])
        #expect(world.checker.violations == [])
    }

    @Test func `no device answers in time`() {
        var world = Self.world(devices: 1)
        world.dial("ben")
        #expect(
            world.fire { $0 == .ring(ExchangeWorld.session()) } == [
                "1 bye call 19 noAnswer", "2 bye leg1 19 noAnswer",
            ])
        #expect(world.now == .seconds(30))
        #expect(world.answer(2) == ["2 ✗ callEnded noAnswer"])
        #expect(world.checker.runningTimers == [])
    }

    @Test func `a timer that was cancelled does nothing should it fire`() {
        var world = Self.world(devices: 1)
        world.dial("ben")
        world.answer(2)
        let stale = TimerID(.ring(ExchangeWorld.session()), deadline: .seconds(30))
        #expect(world.handle(.timerFired(stale)) == [])
        #expect(world.status()?.stage == .active)
    }

    @Test func `hanging up ends the call for the other side, once`() {
        var world = Self.world(devices: 1)
        world.dial("ben")
        world.answer(2)
        #expect(
            world.request(2, .hangUp(ExchangeWorld.call(1), .normalClearing)) == [
                "2 ✓ ended leg1 16", "1 bye call 16 completed",
            ])
        #expect(world.request(2, .hangUp(ExchangeWorld.call(1), .normalClearing)) == ["2 ✗ callEnded completed"])
        #expect(world.request(1, .hangUp(CallID("call"), .normalClearing)) == ["1 ✗ callEnded completed"])
        #expect(world.checker.violations == [])
        #expect(world.checker.runningTimers == [])
        #expect(world.exchange.liveCallCount == 0)
        #expect(world.exchange.liveCallCount(of: UserID("ben")) == 0)
    }

    @Test func `a device that logs in meanwhile rings too, until the call is answered`() {
        var world = Self.world(devices: 1)
        world.dial("ben")
        #expect(world.connect("ben", on: 9) == ["9 admitted", "9 ready", "9 invite leg2 anna"])
        world.answer(2)
        #expect(world.connect("ben", on: 10) == ["10 admitted", "10 ready"])
        #expect(world.checker.violations == [])
    }

    @Test func `a caller cannot answer its own call`() {
        var world = Self.world(devices: 1)
        world.dial("ben")
        let own = AnswerRequest(callID: CallID("call"), description: SampleDescription.answer("x"), trickles: false)
        #expect(world.request(1, .answer(own)) == ["1 ✗ notCalled"])
    }

    @Test func `an answer without a description that can be read changes nothing`() {
        var world = Self.world(devices: 1)
        world.dial("ben")
        #expect(world.answer(2, description: "v=1") == ["2 ✗ malformedDescription"])
        #expect(world.answer(2).first == "2 ✓ answered leg1")
    }

    @Test func `both sides see who they talk to where their devices show it`() {
        var world = ExchangeWorld()
        world.connect("anna", on: 1, [.display])
        world.connect("ben", on: 2, [.display])
        #expect(world.dial("ben") == ["1 ✓ created call", "2 invite leg1 anna"])
        #expect(
            world.answer(2) == [
                "2 ✓ answered leg1", "1 answer call leg1", "1 display call 1002 1002", "2 display leg1 Anna 1001",
            ])
    }
}
