import CallModel
import ExchangeCore
import Redaction
import RingCore
import Scopes
import Testing

/// A party transfers an answered call to another user. Anna (1) has called ben, whose phone (2) has answered. Cleo's
/// phone is on 3, and the call that rings it is the second one.
@Suite struct TransferTests {
    private static let phone = ExchangeWorld.everything
    private static let anna = CallID("call")
    private static let ben = ExchangeWorld.call(1)
    private static let cleo = ExchangeWorld.call(1, of: 2)

    private static func talking(
        ben capabilities: DeviceCapabilities = phone, _ change: (inout ExchangeLimits) -> Void = { _ in }
    ) -> ExchangeWorld {
        var world = ExchangeWorld(change)
        world.connect("anna", on: 1, session: "anna", phone)
        world.connect("ben", on: 2, session: "ben", capabilities)
        world.connect("cleo", on: 3, session: "cleo", phone)
        world.dial("ben")
        world.answer(2)
        return world
    }

    /// Has the device of Anna, or another one, transfer its call to a user.
    @discardableResult
    private static func transfer(
        _ world: inout ExchangeWorld, on connection: UInt64 = 1, _ callID: CallID = anna,
        to target: String = "cleo", session: UInt64 = 2, waking: [String] = []
    ) -> [String] {
        var request = world.transferring(callID, on: connection, to: target, session: session)
        request.wakeable = waking.map { DeviceID($0) }
        return world.request(connection, .transfer(request))
    }

    @discardableResult
    private static func answer(_ world: inout ExchangeWorld) -> [String] {
        world.answer(3, session: 2, description: SampleDescription.answer("cleo1"))
    }

    /// Cleo has answered, and her offer has gone to ben.
    private static func offered(ben capabilities: DeviceCapabilities = phone) -> ExchangeWorld {
        var world = talking(ben: capabilities)
        transfer(&world)
        answer(&world)
        world.respond(3, session: 2, "cleo2")
        return world
    }

    /// Cleo has the call in Anna's place.
    private static func transferred() -> ExchangeWorld {
        var world = offered()
        world.respond(2, "ben2")
        return world
    }

    private static func holds(_ world: ExchangeWorld) -> Bool {
        world.checker.runningTimers == [] && world.checker.violations == []
    }

    private static func counts(_ world: ExchangeWorld) -> [Int] {
        ["anna", "ben", "cleo"].map { world.exchange.liveCallCount(of: UserID($0)) }
    }

    // MARK: - Transferred

    @Test func `the caller leaves once the other side has taken the target's media, and the target is the caller`()
        throws
    {
        var world = Self.talking()
        #expect(Self.transfer(&world) == ["1 ✓ transfer call", "3 invite leg1/2 transfer"])
        #expect(Self.answer(&world) == ["3 ✓ answered leg1/2", "3 requestNewOffer leg1/2 #1"])
        #expect(world.respond(3, session: 2, "cleo2") == ["2 updateMedia leg1 #1 cleo2"])
        #expect(world.status(2)?.stage == .ended)
        #expect(
            world.respond(2, "ben2") == [
                "3 mediaAnswer leg1/2 ben2", "1 bye call 800 completed", "3 display leg1/2 1002 1002",
                "2 display leg1 1003 1003",
            ])
        let status = try #require(world.status())
        #expect(status.legs.map(\.user.rawValue) == ["cleo", "ben", "anna"])
        #expect(status.legs.map(\.stage) == [.answered, .answered, .over])
        #expect(status.winner == ExchangeWorld.leg(1))
        #expect(world.request(1, .hangUp(Self.anna, .normalClearing)) == ["1 ✗ callEnded completed"])
        #expect(world.request(3, .sendTones(Self.cleo, "1")) == ["3 ✓ sent leg1/2", "2 tones leg1 1"])
        #expect(
            world.request(2, .hangUp(Self.ben, .normalClearing)) == [
                "2 ✓ ended leg1 16", "3 bye leg1/2 16 completed",
            ])
        #expect(Self.holds(world))
    }

    @Test func `the target is rung with what the other side can hear, and not with the path on which it still speaks`()
        throws
    {
        var world = ExchangeWorld()
        for (connection, user) in [(UInt64(1), "anna"), (2, "ben"), (3, "cleo")] {
            world.connect(user, on: connection, session: user, Self.phone)
        }
        world.dial("ben")
        let path = "a=\(SampleDescription.candidate.revealed)\r\na=end-of-candidates\r\n"
        world.answer(2, description: Redacted(SampleDescription.answer("leg1").revealed + path))
        world.request(2, .candidate(Self.ben, TrickledCandidate(text: SampleDescription.otherCandidate)))
        Self.transfer(&world)
        let offer = try #require(world.descriptions[ConnectionID(3)])
        #expect(offer.contains("a=rtpmap:111 opus/48000/2"))
        #expect(offer.contains("a=setup:actpass"))
        for part in ["candidate", "trickle", "leg1", "0123456789012345678901"] { #expect(!offer.contains(part)) }
    }

    @Test func `the callee transfers as well, and the target has the call in the callee's place`() throws {
        var world = Self.talking()
        #expect(
            Self.transfer(&world, on: 2, Self.ben) == ["2 ✓ transfer leg1", "3 invite leg1/2 transfer"])
        Self.answer(&world)
        #expect(world.respond(3, session: 2, "cleo2") == ["1 updateMedia call #1 cleo2"])
        #expect(
            world.respond(1, "anna2") == [
                "3 mediaAnswer leg1/2 anna2", "2 bye leg1 800 completed", "3 display leg1/2 Anna 1001",
                "1 display call 1003 1003",
            ])
        let status = try #require(world.status())
        #expect(status.legs.map(\.user.rawValue) == ["anna", "ben", "cleo"])
        #expect(status.winner == ExchangeWorld.leg(2))
        #expect(Self.counts(world) == [1, 0, 1])
        #expect(
            world.request(3, .hangUp(Self.cleo, .normalClearing)) == [
                "3 ✓ ended leg1/2 16", "1 bye call 16 completed",
            ])
        #expect(Self.counts(world) == [0, 0, 0])
        #expect(Self.holds(world))
    }

    @Test func `H5: the target of the callee's transfer is shown the caller as if that one had called it`() {
        var world = Self.talking()
        var request = world.transferring(Self.ben, on: 2, to: "cleo")
        request.peerVerdict = ExchangeWorld.verdict(
            of: UserID("anna"), calling: "cleo", name: "anna@acme", number: "2001")
        world.request(2, .transfer(request))
        Self.answer(&world)
        world.respond(3, session: 2, "cleo2")
        #expect(world.respond(1, "anna2").contains("3 display leg1/2 anna@acme 2001"))
    }

    @Test func `both sides are shown each other, now and when they come back`() {
        var world = Self.talking(ben: Self.phone.union(.display))
        world.connect("cleo", on: 5, session: "cleo", Self.phone.union(.display))
        Self.transfer(&world)
        #expect(
            world.answer(5, session: 2, description: SampleDescription.answer("cleo1")) == [
                "5 ✓ answered leg1/2", "5 display leg1/2 Anna 1001", "5 requestNewOffer leg1/2 #1",
            ])
        world.respond(5, session: 2, "cleo2")
        #expect(
            world.respond(2, "ben2") == [
                "5 mediaAnswer leg1/2 ben2", "1 bye call 800 completed", "5 display leg1/2 1002 1002",
                "2 display leg1 1003 1003",
            ])
        #expect(Self.holds(world))
    }

    @Test func `a hold of the party that leaves is over, and one of the other side goes on`() {
        var world = Self.talking()
        world.request(1, .changeHold(Self.anna, .hold))
        world.request(2, .changeHold(Self.ben, .hold))
        Self.transfer(&world)
        Self.answer(&world)
        world.respond(3, session: 2, "cleo2")
        #expect(
            world.respond(2, "ben2") == [
                "3 mediaAnswer leg1/2 ben2", "1 bye call 800 completed", "2 remoteResume leg1",
                "3 remoteHold leg1/2", "3 display leg1/2 1002 1002", "2 display leg1 1003 1003",
            ])
    }

    @Test func `candidates pass between the target and the other side, each after its description`() {
        var world = Self.talking()
        Self.transfer(&world)
        world.answer(3, session: 2, trickles: true, description: SampleDescription.answer("cleo1"))
        let candidate = TrickledCandidate(text: SampleDescription.candidate)
        let other = TrickledCandidate(text: SampleDescription.otherCandidate)
        #expect(world.request(3, .candidate(Self.cleo, candidate)) == ["3 ✓ noted leg1/2"])
        #expect(
            world.respond(3, session: 2, "cleo2") == ["2 updateMedia leg1 #1 cleo2", "2 candidate leg1 candidate:1"])
        #expect(
            world.request(3, .candidate(Self.cleo, other)) == ["3 ✓ noted leg1/2", "2 candidate leg1 candidate:2"])
        #expect(world.request(2, .candidate(Self.ben, candidate)) == ["2 ✓ noted leg1"])
        #expect(
            world.respond(2, "ben2") == [
                "3 mediaAnswer leg1/2 ben2", "3 candidate leg1/2 candidate:1", "1 bye call 800 completed",
                "3 display leg1/2 1002 1002", "2 display leg1 1003 1003",
            ])
        #expect(
            world.request(2, .candidate(Self.ben, other)) == ["2 ✓ noted leg1", "3 candidate leg1/2 candidate:2"])
        #expect(Self.holds(world))
    }

    @Test(arguments: [false, true])
    func `another side that takes new media only with its call is offered it anew`(isCallee: Bool) {
        var world = Self.talking(ben: ExchangeWorld.attaching)
        if isCallee {
            // Anna, whose client takes new offers, is the party that stays; ben's can transfer all the same.
            #expect(Self.transfer(&world, on: 2, Self.ben).first == "2 ✓ transfer leg1")
        } else {
            Self.transfer(&world)
            Self.answer(&world)
            #expect(world.respond(3, session: 2, "cleo2") == ["2 attach leg1 cleo2"])
            #expect(
                world.request(2, .attachAnswer(Self.ben, SampleDescription.answer("ben2"))) == [
                    "2 ✓ attached leg1", "3 mediaAnswer leg1/2 ben2", "1 bye call 800 completed",
                    "3 display leg1/2 1002 1002",
                ])
            #expect(Self.holds(world))
        }
        #expect(world.checker.violations == [])
    }

    @Test func `the transferred call is transferred again, by either side`() {
        var world = Self.transferred()
        world.connect("carla", on: 4, session: "carla", Self.phone)
        #expect(
            Self.transfer(&world, on: 3, Self.cleo, to: "carla", session: 3) == [
                "3 ✓ transfer leg1/2", "4 invite leg1/3 transfer",
            ])
        world.answer(4, session: 3, description: SampleDescription.answer("carla1"))
        #expect(world.respond(4, session: 3, "carla2") == ["2 updateMedia leg1 #2 carla2"])
        #expect(
            world.respond(2, number: 2, "ben3") == [
                "4 mediaAnswer leg1/3 ben3", "3 bye leg1/2 800 completed", "4 display leg1/3 1002 1002",
                "2 display leg1 1003 1003",
            ])
        #expect(
            Self.transfer(&world, on: 2, Self.ben, to: "anna", session: 4).last == "1 invite leg1/4 transfer"
        )
        world.answer(1, session: 4, description: SampleDescription.answer("anna2"))
        world.respond(1, session: 4, "anna3")
        #expect(
            world.respond(4, number: 3, "carla3") == [
                "1 mediaAnswer leg1/4 carla3", "2 bye leg1 800 completed", "1 display leg1/4 Anna 1001",
                "4 display leg1/3 1003 1003",
            ])
        #expect(world.status()?.legs.filter { $0.stage == .answered }.map(\.user.rawValue) == ["carla", "anna"])
        #expect(Self.counts(world) == [1, 0, 0])
        #expect(Self.holds(world))
    }

    @Test func `the party that left is free, and the target is busy`() {
        var world = Self.talking { $0.busyRule = .withAnyCall }
        world.connect("carla", on: 4, session: "carla", Self.phone)
        Self.transfer(&world)
        #expect(Self.counts(world) == [2, 1, 1])
        Self.answer(&world)
        world.respond(3, session: 2, "cleo2")
        // The call that rang cleo is over, and she does not have the other one yet.
        #expect(Self.counts(world) == [1, 1, 0])
        world.respond(2, "ben2")
        #expect(Self.counts(world) == [0, 1, 1])
        #expect(
            world.dial("cleo", on: 4, callID: "to cleo", session: 3).last == "4 bye to cleo 17 busy")
        #expect(world.dial("anna", on: 4, callID: "to anna", session: 4).contains("1 invite leg1/4 anna"))
        world.request(4, .hangUp(CallID("to anna"), .originatorCancel))
        world.request(3, .hangUp(Self.cleo, .normalClearing))
        #expect(Self.counts(world) == [0, 0, 0])
        #expect(world.exchange.liveCallCount == 0)
        #expect(Self.holds(world))
    }

    @Test func `every device of the target rings, and the others stop at the answer`() {
        var world = Self.talking()
        world.connect("cleo", on: 4, session: "tablet", Self.phone)
        #expect(
            Self.transfer(&world, waking: ["locked"]) == [
                "1 ✓ transfer call", "3 invite leg1/2 transfer", "4 invite leg2/2 transfer",
                "push to locked: Anna calls",
            ])
        #expect(
            Self.answer(&world) == [
                "3 ✓ answered leg1/2", "4 bye leg2/2 805 answeredElsewhere", "push to locked: answeredElsewhere",
                "3 requestNewOffer leg1/2 #1",
            ])
        #expect(world.checker.violations == [])
    }

    @Test func `a device that a push woke logs in, rings and takes the call`() {
        var world = Self.talking()
        world.lose(3, .closed)
        #expect(
            Self.transfer(&world, waking: ["locked"]) == ["1 ✓ transfer call", "push to locked: Anna calls"])
        #expect(
            world.connect("cleo", on: 4, session: "locked", Self.phone) == [
                "4 admitted", "4 ready", "4 invite leg1/2 transfer",
            ])
        #expect(
            world.answer(4, session: 2) == ["4 ✓ answered leg1/2", "4 requestNewOffer leg1/2 #1"])
        #expect(world.respond(4, session: 2, "cleo2") == ["2 updateMedia leg1 #1 cleo2"])
        #expect(
            world.respond(2, "ben2") == [
                "4 mediaAnswer leg1/2 ben2", "1 bye call 800 completed", "4 display leg1/2 1002 1002",
                "2 display leg1 1003 1003",
            ])
        #expect(Self.holds(world))
    }

    @Test func `a woken device that cannot make a new offer does not ring on its line, and is told the end by push`() {
        var world = Self.talking()
        world.lose(3, .closed)
        Self.transfer(&world, waking: ["locked"])
        #expect(
            world.connect("cleo", on: 4, session: "locked", ExchangeWorld.attaching) == ["4 admitted", "4 ready"])
        #expect(
            world.fire { if case .ring = $0 { true } else { false } } == [
                "push to locked: noAnswer", "1 transferFailed call 19 noAnswer",
            ])
        #expect(Self.counts(world) == [1, 1, 0])
        #expect(Self.holds(world))
    }

    @Test func `a device of the target comes back into the transferred call after a lost connection`() {
        var world = Self.transferred()
        world.lose(3)
        #expect(
            world.connect("cleo", on: 5, session: "cleo", Self.phone) == [
                "5 admitted", "5 attach leg1/2 ben2", "5 ready leg1/2",
            ])
        #expect(Self.holds(world))
    }
}
