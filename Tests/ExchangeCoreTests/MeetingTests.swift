import CallModel
import ExchangeCore
import Redaction
import Scopes
import Testing

/// Scenario 65 between users: anna and ben call each other. Anna's name is the lower, so hers goes on.
@Suite struct MeetingTests {
    private static func world(_ rule: BusyRule = .unlessTooManyCalls) -> ExchangeWorld {
        var world = ExchangeWorld { $0.busyRule = rule }
        world.connect("anna", on: 1)
        world.connect("ben", on: 2)
        world.connect("ben", on: 3)
        return world
    }

    private static let merged = "805 answeredElsewhere"

    @Test(arguments: [BusyRule.unlessTooManyCalls, .withAnyCall])
    func `scenario 65: the earlier call of the higher name ends, and its caller is rung`(rule: BusyRule) {
        var world = Self.world(rule)
        #expect(
            world.dial("anna", on: 2, callID: "ben's") == [
                "2 ✓ created ben's", "1 invite leg1 anna", "2 ringing ben's",
            ])
        #expect(
            world.dial("ben", on: 1, callID: "anna's", session: 2) == [
                "1 ✓ created anna's", "2 bye ben's \(Self.merged)", "1 bye leg1 \(Self.merged)",
                "2 invite leg1/2 anna", "1 ringing anna's", "3 invite leg2/2 anna",
            ])
        #expect(world.status(1)?.stage == .ended && world.status(2)?.stage == .ringing)
        #expect(world.answer(2, session: 2).contains { $0.hasPrefix("1 answer anna's") })
        #expect(world.checker.violations == [])
    }

    @Test(arguments: [BusyRule.unlessTooManyCalls, .withAnyCall])
    func `scenario 65: the later call of the higher name rings no device, and the other rings on`(rule: BusyRule) {
        var world = Self.world(rule)
        world.dial("ben", on: 1, callID: "anna's")
        #expect(
            world.dial("anna", on: 2, callID: "ben's", session: 2) == [
                "2 ✓ created ben's", "2 bye ben's \(Self.merged)",
            ])
        #expect(world.status(1)?.stage == .ringing && world.status(2)?.stage == .ended)
        #expect(world.answer(3, leg: 2).contains { $0.hasPrefix("1 answer anna's") })
        let merged = world.journal.filter { if case .merged = $0.change { true } else { false } }
        #expect(merged.map(\.change) == [.merged(into: ExchangeWorld.leg(0))])
        #expect(merged.map(\.session) == [ExchangeWorld.session(2)])
        #expect(world.checker.violations == [])
    }

    @Test func `scenario 65: a user who talks already, or leaves a message, is called like any other`() {
        var world = Self.world()
        world.dial("ben", on: 1, callID: "anna's")
        world.answer(2)
        #expect(world.dial("anna", on: 3, callID: "ben's", session: 2).contains("1 invite leg1/2 anna"))
        #expect(world.status(1)?.stage == .active && world.status(2)?.stage == .ringing)
        #expect(world.checker.violations == [])
    }

    @Test func `scenario 65: a call that cannot be placed ends none`() {
        var world = Self.world()
        world.dial("anna", on: 2, callID: "ben's")
        #expect(
            world.dial("ben", on: 1, callID: "anna's", session: 2, description: "nonsense").last
                == "1 bye anna's 88 incompatible")
        #expect(world.status(1)?.stage == .ringing)
    }
}
