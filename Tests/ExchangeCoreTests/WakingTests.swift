import CallModel
import ExchangeCore
import Scopes
import Testing

/// Devices that are rung by push.
@Suite struct WakingTests {
    private static func world(_ change: (inout ExchangeLimits) -> Void = { _ in }) -> ExchangeWorld {
        var world = ExchangeWorld(change)
        world.connect("anna", on: 1)
        return world
    }

    @Test func `a user without any connection is rung by push, and the call waits`() {
        var world = Self.world()
        #expect(world.dial("ben", waking: ["iphone"]) == ["1 ✓ created call", "push to iphone: Anna calls"])
        #expect(world.status()?.stage == .ringing)
        #expect(world.checker.violations == [])
    }

    @Test func `a device that a push woke logs in, rings and answers`() {
        var world = Self.world()
        world.dial("ben", waking: ["iphone", "ipad"])
        #expect(
            world.connect("ben", on: 2, session: "iphone") == [
                "2 admitted", "2 ready", "2 invite leg1 anna", "1 ringing call",
            ])
        #expect(
            world.answer(2) == [
                "2 ✓ answered leg1", "1 answer call leg1", "push to ipad: answeredElsewhere",
            ])
        #expect(world.checker.violations == [])
    }

    @Test func `every device that a push reaches gets one, whether or not it has a connection`() {
        var world = Self.world()
        world.connect("ben", on: 2, session: "iphone")
        #expect(
            world.dial("ben", waking: ["iphone", "ipad"]) == [
                "1 ✓ created call", "2 invite leg1 anna", "1 ringing call", "push to iphone: Anna calls",
                "push to ipad: Anna calls",
            ])
    }

    @Test func `a device that can hear the end on its connection gets no push about it`() {
        var world = Self.world()
        world.connect("ben", on: 2, session: "iphone")
        world.dial("ben", waking: ["iphone", "ipad"])
        let told = world.request(1, .hangUp(CallID("call"), .originatorCancel))
        #expect(told.filter { $0.hasPrefix("push") } == ["push to ipad: cancelled"])
        #expect(told.contains("2 bye leg1 487 cancelled"))
        #expect(world.checker.violations == [])
    }

    @Test func `a device whose connection broke while it rang is told the end by push`() {
        var world = Self.world()
        world.connect("ben", on: 2, session: "iphone")
        world.dial("ben", waking: ["iphone"])
        world.lose(2)
        #expect(world.request(1, .hangUp(CallID("call"), .originatorCancel)).contains("push to iphone: cancelled"))
        #expect(world.checker.violations == [])
    }

    @Test func `a decline ends nothing while a push may still wake another device`() {
        var world = Self.world()
        world.connect("ben", on: 2, session: "laptop")
        world.dial("ben", waking: ["iphone"])
        #expect(world.request(2, .hangUp(ExchangeWorld.call(1), .callRejected)) == ["2 ✓ ended leg1 21"])
        #expect(world.status()?.stage == .ringing)
        world.connect("ben", on: 3, session: "iphone")
        let told = world.request(3, .hangUp(ExchangeWorld.call(2), .callRejected))
        #expect(told == ["3 ✓ ended leg2 21", "1 bye call 21 declined"])
        #expect(world.checker.violations == [])
    }

    @Test func `no device woken in time: the call ends unanswered, and the devices are told`() {
        var world = Self.world()
        world.dial("ben", waking: ["iphone"])
        let told = world.fire { if case .ring = $0 { true } else { false } }
        #expect(told == ["1 bye call 19 noAnswer", "push to iphone: noAnswer"])
        #expect(world.checker.violations == [])
    }

    @Test func `the caller's own device is not rung, and alone it is busy`() {
        var world = Self.world()
        #expect(world.dial("anna", waking: ["session 1"]) == ["1 ✓ created call", "1 bye call 17 busy"])
    }

    @Test func `what a push says of the end stands behind the claim in the journal`() throws {
        var world = Self.world()
        world.connect("ben", on: 2, session: "iphone")
        world.dial("ben", waking: ["iphone", "ipad"])
        world.answer(2)
        let barrier = world.effects.firstIndex { effect in
            if case .journal(let record) = effect { record.isBarrier } else { false }
        }
        let push = world.effects.firstIndex { effect in
            if case .push(_, DeviceID("ipad"), .over) = effect { true } else { false }
        }
        let (stored, pushed) = (try #require(barrier), try #require(push))
        #expect(stored < pushed)
    }

    @Test func `more devices than a user may have are not woken`() {
        var world = Self.world { $0.devicesOfUserMax = 2 }
        let told = world.dial("ben", waking: ["a", "b", "c"])
        #expect(told.filter { $0.hasPrefix("push") }.count == 2)
    }
}
