import CallModel
import ExchangeCore
import Redaction
import Scopes
import Testing

/// A party whose transfer failed while it could not be told is told when it is back. Anna (1, then 6) has called ben (2),
/// and transfers the call to cleo (3).
@Suite struct TransferNoticeTests {
    private static let cleo = ExchangeWorld.call(1, of: 2)

    @discardableResult
    private static func transfer(
        _ world: inout ExchangeWorld, on connection: UInt64 = 1, _ callID: String = "call", to target: String = "cleo",
        session: UInt64 = 2
    ) -> [String] {
        let request = world.transferring(CallID(callID), on: connection, to: target, session: session)
        return world.request(connection, .transfer(request))
    }

    private static func ringing() -> ExchangeWorld {
        var world = ExchangeWorld()
        for (connection, name) in [(1, "anna"), (2, "ben"), (3, "cleo")] as [(UInt64, String)] {
            world.connect(name, on: connection, session: name)
        }
        world.dial("ben")
        world.answer(2)
        transfer(&world)
        return world
    }

    /// Cleo's offer has gone to ben, and Anna is gone.
    private static func offered() -> ExchangeWorld {
        var world = ringing()
        world.answer(3, session: 2)
        world.respond(3, session: 2, "cleo2")
        world.lose(1)
        return world
    }

    private static func goesOn(_ world: ExchangeWorld) -> Bool {
        world.status()?.legs.filter { $0.stage == .answered }.map(\.user.rawValue) == ["anna", "ben"]
            && world.checker.runningTimers == [] && world.checker.violations == []
    }

    @Test func `a party without a connection is told when it comes back that its transfer failed, once`() {
        var world = Self.ringing()
        #expect(world.lose(1) == [])
        #expect(world.request(3, .hangUp(Self.cleo, .callRejected)) == ["3 ✓ ended leg1/2 21"])
        #expect(
            world.connect("anna", on: 6, session: "anna") == [
                "6 admitted", "6 attach call leg1", "6 ready call", "6 transferFailed call 21 declined",
            ])
        #expect(Self.goesOn(world))
        world.lose(6)
        #expect(
            world.connect("anna", on: 7, session: "anna") == ["7 admitted", "7 attach call leg1", "7 ready call"])
        #expect(Self.goesOn(world))
    }

    @Test func `a party that is gone while the other side refuses the target is told when it comes back`() {
        var world = Self.offered()
        #expect(world.respond(2, .refused) == ["3 bye leg1/2 41 failed", "2 attach leg1 anna"])
        #expect(
            world.connect("anna", on: 6, session: "anna") == [
                "6 admitted", "6 attach call leg1", "6 ready call", "6 transferFailed call 41 failed",
            ])
        #expect(Self.goesOn(world))
    }

    @Test func `a party that came back while the other side is asked is told once it is ready`() {
        var world = Self.offered()
        #expect(world.connect("anna", on: 6, session: "anna") == ["6 admitted"])
        #expect(Self.transfer(&world, on: 6, session: 3) == ["6 ✗ renegotiationInProgress"])
        #expect(
            world.respond(2, .refused) == [
                "3 bye leg1/2 41 failed", "2 attach leg1 anna", "6 attach call leg1", "6 ready call",
                "6 transferFailed call 41 failed",
            ])
        #expect(Self.goesOn(world))
    }

    @Test func `a party that transfers its call again before it is ready is told of the first transfer before`() {
        var world = Self.ringing()
        world.connect("carla", on: 4, session: "carla")
        world.connect("mallory", on: 5, session: "mallory")
        world.dial("carla", callID: "second", session: 3)
        world.answer(4, session: 3)
        Self.transfer(&world, "second", to: "mallory", session: 4)
        world.answer(5, session: 4)
        #expect(world.respond(5, session: 4, "mallory2") == ["4 updateMedia leg1/3 #1 mallory2"])
        world.lose(1)
        world.request(3, .hangUp(Self.cleo, .callRejected))
        // Her second call is being transferred, so she is not ready.
        #expect(world.connect("anna", on: 6, session: "anna") == ["6 admitted", "6 attach call leg1"])
        #expect(
            Self.transfer(&world, on: 6, session: 5).prefix(2) == [
                "6 transferFailed call 21 declined", "6 ✓ transfer call",
            ])
        #expect(world.checker.violations == [])
    }
}
