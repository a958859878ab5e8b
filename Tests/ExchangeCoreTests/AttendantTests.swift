import CallModel
import ExchangeCore
import Redaction
import Scopes
import Testing

/// Diverted calls: no device of the callee takes the call, and the attendant takes a message.
@Suite struct AttendantTests {
    private static func world(_ change: (inout ExchangeLimits) -> Void = { _ in }) -> ExchangeWorld {
        var world = ExchangeWorld(change)
        world.connect("anna", on: 1)
        world.connect("attendant", on: 9)
        return world
    }

    private static func isRing(_ owner: TimerOwner) -> Bool {
        if case .ring = owner { true } else { false }
    }

    @Test func `when no device answers in time, the devices stop ringing and the attendant is rung`() {
        var world = Self.world()
        world.connect("ben", on: 2)
        world.dial("ben", attendant: "attendant")
        #expect(world.fire(Self.isRing) == ["2 bye leg1 19 noAnswer", "9 invite leg2 anna"])
        #expect(world.status()?.stage == .ringing)
        #expect(world.checker.violations == [])
    }

    @Test func `the attendant answers, and the caller speaks to it`() {
        var world = Self.world()
        world.connect("ben", on: 2)
        world.dial("ben", attendant: "attendant")
        world.fire(Self.isRing)
        #expect(world.answer(9, leg: 2) == ["9 ✓ answered leg2", "1 answer call leg2"])
        #expect(world.status()?.legs.map(\.ending?.reason) == [nil, .noAnswer, nil])
        #expect(world.request(1, .hangUp(CallID("call"), .normalClearing)).contains("9 bye leg2 16 completed"))
        #expect(world.checker.violations == [])
    }

    @Test func `whom it is for is the exchange's to say, not the caller's`() {
        var world = Self.world()
        var dialing = ExchangeWorld.dialing("ben")
        dialing.attendant = UserID("attendant")
        dialing.headers = [CustomHeader(name: "X-Carillon-Mailbox", value: "carla")]
        var effects: [ExchangeEffect] = []
        world.exchange.handle(.request(ConnectionID(1), .number(1), .dial(dialing)), at: .zero, into: &effects)
        let invitations = effects.compactMap { effect -> CallInvitation? in
            if case .send(_, .invite(let invitation)) = effect { invitation } else { nil }
        }
        let told = invitations.map { $0.headers.map { "\($0.name): \($0.value.revealed)" } }
        #expect(told == [["X-Carillon-Mailbox: ben", "X-Carillon-Session: \(dialing.session)"]])
    }

    @Test func `who is not there, who is busy and who declines can all be left a message`() {
        var unanswered = Self.world()
        #expect(unanswered.dial("ben", attendant: "attendant").contains("9 invite leg1 anna"))
        var declining = Self.world()
        declining.connect("ben", on: 2)
        declining.dial("ben", attendant: "attendant")
        let declined = declining.request(2, .hangUp(ExchangeWorld.call(1), .callRejected))
        #expect(declined.contains("9 invite leg2 anna"))
        var busy = Self.world { $0.busyRule = .withAnyCall }
        busy.connect("ben", on: 2)
        busy.connect("carla", on: 3)
        busy.dial("ben", on: 3, callID: "first", session: 2)
        #expect(busy.dial("ben", attendant: "attendant").contains("9 invite leg1 anna"))
        #expect(busy.checker.violations == [])
    }

    @Test func `a caller who hangs up while the devices ring leaves no message`() {
        var world = Self.world()
        world.connect("ben", on: 2)
        world.dial("ben", attendant: "attendant")
        let told = world.request(1, .hangUp(CallID("call"), .originatorCancel))
        #expect(!told.contains { $0.contains("invite") })
        #expect(world.status()?.stage == .ended)
    }

    @Test func `a user who is being left a message is not busy`() {
        var world = Self.world { $0.busyRule = .withAnyCall }
        world.connect("ben", on: 2)
        world.connect("carla", on: 3)
        world.dial("ben", attendant: "attendant")
        world.fire(Self.isRing)
        world.answer(9, leg: 2)
        #expect(world.dial("ben", on: 3, callID: "second", session: 2).contains { $0.hasPrefix("2 invite") })
        world.request(1, .hangUp(CallID("call"), .normalClearing))
        world.request(3, .hangUp(CallID("second"), .originatorCancel))
        #expect(world.exchange.liveCallCount(of: UserID("ben")) == 0)
        #expect(world.checker.violations == [])
    }

    @Test func `a device that logs in while a message is left does not ring`() {
        var world = Self.world()
        world.dial("ben", attendant: "attendant")
        #expect(world.connect("ben", on: 2) == ["2 admitted", "2 ready"])
    }

    @Test func `an attendant that is gone, declines or does not answer changes nothing about the end`() {
        var gone = ExchangeWorld()
        gone.connect("anna", on: 1)
        gone.connect("ben", on: 2)
        gone.dial("ben", attendant: "attendant")
        #expect(gone.fire(Self.isRing) == ["2 bye leg1 19 noAnswer", "1 bye call 19 noAnswer"])
        var declining = Self.world()
        declining.connect("ben", on: 2)
        declining.dial("ben", attendant: "attendant")
        declining.fire(Self.isRing)
        let declined = declining.request(9, .hangUp(ExchangeWorld.call(2), .callRejected))
        #expect(declined == ["9 ✓ ended leg2 21", "1 bye call 19 noAnswer"])
        var silent = Self.world()
        silent.connect("ben", on: 2)
        silent.dial("ben", attendant: "attendant")
        silent.fire(Self.isRing)
        #expect(silent.fire(Self.isRing) == ["1 bye call 19 noAnswer", "9 bye leg2 19 noAnswer"])
        for world in [gone, declining, silent] {
            #expect(world.status()?.ending?.reason == .noAnswer)
            #expect(world.checker.violations == [])
        }
    }
}
