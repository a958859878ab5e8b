import CallModel
import ExchangeCore
import Redaction
import RingCore
import Scopes
import Testing

/// A target whose offer comes while the other two change their media, or while the other side is coming back, waits for
/// that. Anna (1) has called ben (2), and transfers the call to cleo (3), who has answered.
@Suite struct WaitingTransferTests {
    private static let anna = CallID("call")
    private static let ben = ExchangeWorld.call(1)
    private static let cleo = ExchangeWorld.call(1, of: 2)

    private static func answered(_ change: (inout ExchangeLimits) -> Void = { _ in }) -> ExchangeWorld {
        var world = ExchangeWorld(change)
        for (connection, name) in [(1, "anna"), (2, "ben"), (3, "cleo")] as [(UInt64, String)] {
            world.connect(name, on: connection, session: name)
        }
        world.dial("ben")
        world.answer(2)
        world.request(1, .transfer(world.transferring(anna, to: "cleo")))
        world.answer(3, session: 2, description: SampleDescription.answer("cleo1"))
        return world
    }

    /// Anna's device has been offered new media of ben's, and cleo's has made its offer.
    private static func waiting(_ change: (inout ExchangeLimits) -> Void = { _ in }) -> ExchangeWorld {
        var world = answered(change)
        world.request(2, .updateMedia(ben, SampleDescription.offer("ben2")))
        world.respond(3, session: 2, "cleo2")
        return world
    }

    private static func fire(_ world: inout ExchangeWorld, ofCall session: UInt64) -> [String] {
        world.fire { $0 == .renegotiation(OfferID(session: ExchangeWorld.session(session), number: 1)) }
    }

    /// Whether these two users are in the call, and nothing else is under way.
    private static func isLeft(_ world: ExchangeWorld, to users: [String]) -> Bool {
        world.status()?.legs.filter { $0.stage == .answered }.map(\.user.rawValue) == users
            && world.exchange.liveCallCount == 1 && world.checker.runningTimers == []
            && world.checker.violations == []
    }

    private static let joined = [
        "3 mediaAnswer leg1/2 ben3", "1 bye call 800 completed", "3 display leg1/2 1002 1002",
        "2 display leg1 1003 1003",
    ]

    // MARK: - The target joins

    @Test func `a target whose offer comes while the other side offers new media joins once these are agreed on`() {
        var world = Self.answered()
        #expect(
            world.request(2, .updateMedia(Self.ben, SampleDescription.offer("ben2"))) == ["1 updateMedia call #1 ben2"])
        #expect(world.respond(3, session: 2, "cleo2") == [])
        #expect(world.respond(1, "anna2") == ["2 ✓ media leg1 anna2", "2 updateMedia leg1 #2 cleo2"])
        #expect(world.respond(2, number: 2, "ben3") == Self.joined)
        #expect(Self.isLeft(world, to: ["cleo", "ben"]))
    }

    @Test func `a target whose offer comes while the party offers new media joins once these are agreed on`() {
        var world = Self.answered()
        #expect(
            world.request(1, .updateMedia(Self.anna, SampleDescription.offer("anna2"))) == [
                "2 updateMedia leg1 #1 anna2"
            ])
        #expect(world.respond(3, session: 2, "cleo2") == [])
        #expect(world.respond(2, "ben2") == ["1 ✓ media call ben2", "2 updateMedia leg1 #2 cleo2"])
        #expect(world.respond(2, number: 2, "ben3") == Self.joined)
        #expect(Self.isLeft(world, to: ["cleo", "ben"]))
    }

    @Test func `a target joins as well when the new media are refused, or not answered in time`() {
        var refused = Self.waiting()
        #expect(refused.respond(1, .refused) == ["2 ✗ peerCannotRenegotiate", "2 updateMedia leg1 #2 cleo2"])
        #expect(refused.respond(2, number: 2, "ben3") == Self.joined)
        #expect(Self.isLeft(refused, to: ["cleo", "ben"]))
        var silent = Self.waiting { $0.renegotiationTime = .seconds(1) }
        #expect(Self.fire(&silent, ofCall: 1) == ["2 ✗ peerCannotRenegotiate", "2 updateMedia leg1 #2 cleo2"])
        #expect(silent.respond(2, number: 2, "ben3") == Self.joined)
        #expect(Self.isLeft(silent, to: ["cleo", "ben"]))
    }

    @Test func `a target whose offer comes while the other side is coming back joins once that side has its call`() {
        var world = Self.answered()
        #expect(world.lose(2) == [])
        #expect(
            world.connect("ben", on: 5, session: "ben") == ["5 admitted", "5 attach leg1 anna", "5 ready leg1"])
        #expect(world.respond(3, session: 2, "cleo2") == [])
        #expect(
            world.request(5, .attachAnswer(Self.ben, SampleDescription.answer("leg1"))) == [
                "5 ✓ attached leg1", "5 updateMedia leg1 #1 cleo2",
            ])
        #expect(world.respond(5, "ben2").first == "3 mediaAnswer leg1/2 ben2")
        #expect(Self.isLeft(world, to: ["cleo", "ben"]))
    }

    @Test func `a target makes one offer: another answer to the same request changes nothing`() {
        var world = Self.waiting()
        #expect(world.respond(3, session: 2, "cleo3") == [])
        #expect(world.respond(3, session: 2, .refused) == [])
        #expect(world.respond(1, "anna2") == ["2 ✓ media leg1 anna2", "2 updateMedia leg1 #2 cleo2"])
        #expect(world.checker.violations == [])
    }

    // MARK: - It does not

    @Test func `a target waits no longer than it might have taken to make its offer`() {
        var world = Self.waiting()
        #expect(Self.fire(&world, ofCall: 2) == ["3 bye leg1/2 41 failed", "1 transferFailed call 41 failed"])
        #expect(world.now == .seconds(3))
        #expect(world.respond(1, "anna2") == ["2 ✓ media leg1 anna2"])
        #expect(Self.isLeft(world, to: ["anna", "ben"]))
    }

    @Test func `a target that leaves while it waits leaves the call as it was`() {
        var left = Self.waiting()
        #expect(
            left.request(3, .hangUp(Self.cleo, .normalClearing)) == [
                "3 ✓ ended leg1/2 16", "1 transferFailed call 41 failed",
            ])
        #expect(left.respond(1, "anna2") == ["2 ✓ media leg1 anna2"])
        #expect(Self.isLeft(left, to: ["anna", "ben"]))
        var lost = Self.waiting()
        #expect(lost.lose(3) == ["1 transferFailed call 41 failed"])
        #expect(lost.respond(1, "anna2") == ["2 ✓ media leg1 anna2"])
        #expect(lost.status()?.stage == .active && lost.checker.violations == [])
    }

    @Test func `a call that ends while the target waits ends for the target as well`() {
        var world = Self.waiting()
        #expect(
            world.request(1, .hangUp(Self.anna, .normalClearing)) == [
                "1 ✓ ended call 16", "2 ✗ callEnded completed", "2 bye leg1 16 completed", "3 bye leg1/2 487 cancelled",
            ])
        #expect(world.exchange.liveCallCount == 0)
        #expect(world.checker.runningTimers == [] && world.checker.violations == [])
    }

    @Test func `a target does not join another side that was lost meanwhile`() {
        var world = Self.waiting()
        #expect(world.lose(2) == [])
        #expect(world.respond(1, "anna2") == ["3 bye leg1/2 41 failed", "1 transferFailed call 41 failed"])
        #expect(world.status()?.stage == .active && world.checker.violations == [])
    }
}
