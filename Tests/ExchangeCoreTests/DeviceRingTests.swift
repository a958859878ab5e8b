import CallModel
import ExchangeCore
import Redaction
import Scopes
import Testing

/// What a user's call does with devices that log in anew, are lost or are removed while it rings.
@Suite struct DeviceRingTests {
    private static let ben = UserID("ben")

    /// anna calls, on connection 1; ben's devices are on 2 and 3, and each is named after its first session.
    private static func ringing() -> ExchangeWorld {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        world.connect("ben", on: 2)
        world.connect("ben", on: 3)
        world.dial("ben")
        return world
    }

    /// The device of connection 2 logs in with another session.
    private static func logInAnew(_ world: inout ExchangeWorld) -> [String] {
        let device = DeviceSession(
            id: SignalingSessionID("another"), user: ben, device: DeviceID("session 2"),
            capabilities: ExchangeWorld.everything)
        return world.handle(.deviceConnected(ConnectionID(6), device))
    }

    @Test func `a device that logs in anew while it rings has one leg, which rings at the new login`() {
        var world = Self.ringing()
        #expect(
            Self.logInAnew(&world) == ["6 admitted", "6 ready", "2 bye leg1 487 cancelled", "6 invite leg1 anna"])
        #expect(world.answer(2) == ["2 ✗ callDoesNotExist"])
        #expect(
            world.answer(6) == ["6 ✓ answered leg1", "1 answer call leg1", "3 bye leg2 805 answeredElsewhere"])
        #expect(world.status()?.legs.count == 3)
        #expect(world.checker.violations == [])
    }

    @Test func `a device that declined does not ring when it logs in anew`() {
        var world = Self.ringing()
        world.request(2, .hangUp(ExchangeWorld.call(1), .callRejected))
        #expect(Self.logInAnew(&world) == ["6 admitted", "6 ready"])
        #expect(world.status()?.stage == .ringing)
        #expect(world.checker.violations == [])
    }

    @Test func `a device that a push may wake is awaited, also when its connection was lost for good`() {
        var world = ExchangeWorld { $0.resumeTime = .seconds(5) }
        world.connect("anna", on: 1)
        world.connect("ben", on: 2, session: "iphone")
        world.dial("ben", waking: ["iphone"])
        world.lose(2)
        #expect(world.fire { $0 == .resume(SignalingSessionID("iphone")) } == [])
        #expect(world.status()?.stage == .ringing)
        #expect(
            world.connect("ben", on: 3, session: "iphone") == ["3 admitted", "3 ready", "3 invite leg2 anna"])
        #expect(world.answer(3, leg: 2) == ["3 ✓ answered leg2", "1 answer call leg2"])
        #expect(world.checker.violations == [])
    }

    @Test func `the devices of a removed user are awaited no more`() {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        world.dial("ben", waking: ["iphone"])
        #expect(
            world.handle(.removeUser(Self.ben)) == ["1 bye call 19 noAnswer", "push to iphone: noAnswer"])
        #expect(world.checker.violations == [])
        #expect(world.checker.runningTimers == [])
    }

    @Test func `every leg is in the journal before the first device rings`() {
        let changes = Self.ringing().journal.map(\.change)
        let planned = changes.lastIndex { if case .legPlanned = $0 { true } else { false } }
        let rang = changes.firstIndex { if case .legRang = $0 { true } else { false } }
        #expect(planned == 2 && rang == 3)
    }

    @Test func `a call to the own number never rings the login that calls, though the device is named alike`() {
        var world = ExchangeWorld()
        world.connect("ben", on: 2)
        #expect(Self.logInAnew(&world) == ["6 admitted", "6 ready"])
        #expect(
            world.dial("ben", on: 2) == ["2 ✓ created call", "6 invite leg1 anna", "2 ringing call"])
        #expect(world.checker.violations == [])
    }
}
