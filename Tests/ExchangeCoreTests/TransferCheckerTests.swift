import CallModel
import ExchangeCore
import Redaction
import Scopes
import Testing

/// The promises of a transfer can be broken: a closure changes what the exchange does when ben's phone (2) has answered
/// cleo's offer (3), and Anna (1) leaves.
@Suite struct TransferCheckerTests {
    private static func complaints(_ change: (inout [ExchangeEffect], ExchangeWorld) -> Void) -> [String] {
        var world = ExchangeWorld()
        for (connection, name) in [(1, "anna"), (2, "ben"), (3, "cleo")] as [(UInt64, String)] {
            world.connect(name, on: connection, session: name)
        }
        world.dial("ben")
        world.answer(2)
        world.request(1, .transfer(world.transferring(CallID("call"), to: "cleo")))
        world.answer(3, session: 2)
        world.respond(3, session: 2, "cleo2")
        let event = ExchangeEvent.response(
            ConnectionID(2), OfferID(session: ExchangeWorld.session(), number: 1),
            .answered(SampleDescription.offer("ben2")))
        var (exchange, checker, effects) = (world.exchange, world.checker, [ExchangeEffect]())
        exchange.handle(event, at: world.now, into: &effects)
        change(&effects, world)
        checker.watch(event, effects)
        return checker.violations
    }

    @Test func `a transfer that is kept and stored before a device is told breaks no promise`() {
        #expect(Self.complaints { _, _ in } == [])
    }

    @Test func `a transfer that is not kept, or kept with the former party, is found out`() {
        let unkept = Self.complaints { effects, _ in effects.removeAll { if case .keep = $0 { true } else { false } } }
        #expect(unkept.contains("a call was transferred before it was kept"))
        let former = Self.complaints { effects, world in
            effects = effects.map { effect in
                guard case .keep(let call) = effect, let former = world.kept[call.session] else { return effect }
                return .keep(former)
            }
        }
        #expect(former.contains("a call was transferred before it was kept"))
        #expect(former.contains("a party was told of a transfer that is not stored"))
    }

    @Test func `a transfer that a device is told of before it is stored is found out`() {
        let told = Self.complaints { effects, _ in
            effects = effects.filter(\.isSpoken) + effects.filter { !$0.isSpoken }
        }
        #expect(told.contains("a device was told of a transfer before it was stored"))
        let never = Self.complaints { effects, _ in
            effects.removeAll { effect in
                guard case .journal(let record) = effect, case .transferred = record.change else { return false }
                return true
            }
        }
        #expect(never.contains("a party was told of a transfer that is not stored"))
    }

    @Test(arguments: [2, 3] as [UInt64])
    func `a party that is shown another one than is kept is found out`(connection: UInt64) {
        let shown = Self.complaints { effects, _ in
            effects = effects.map { effect in
                guard case .send(ConnectionID(connection), .display(let callID, _, _)) = effect else { return effect }
                return .send(ConnectionID(connection), .display(callID, name: "Mallory", number: "1009"))
            }
        }
        #expect(shown == ["a device was shown a party that is not kept"])
    }
}
