import CallModel
import ExchangeCore
import Redaction
import Scopes
import Testing

/// An answered call is taken by another device of a user. Anna (1) has called ben, whose phone (2) has answered; his
/// page (3) takes the call. Anna's tablet is on 4.
@Suite struct HandOverTests {
    static let phone = ExchangeWorld.everything
    static let anna = CallID("call")
    static let ben = ExchangeWorld.call(1)
    static let taken = CallID("taken")

    static func talking(
        _ capabilities: DeviceCapabilities = phone, trickles: Bool = false
    ) -> ExchangeWorld {
        var world = ExchangeWorld()
        world.connect("anna", on: 1, session: "anna", capabilities)
        world.connect("anna", on: 4, session: "anna's tablet", phone)
        world.connect("ben", on: 2, session: "ben", phone)
        world.connect("ben", on: 3, session: "page", phone)
        world.dial("ben", trickles: trickles)
        if trickles { world.request(1, .endOfCandidates(anna)) }
        world.answer(2)
        return world
    }

    static func take(
        _ world: inout ExchangeWorld, on connection: UInt64 = 3, session: UInt64 = 1, trickles: Bool = false
    ) -> [String] {
        let taking = TakeRequest(
            callID: taken, session: ExchangeWorld.session(session), description: SampleDescription.offer("page"),
            trickles: trickles)
        return world.request(connection, .take(taking))
    }

    /// The page has the call.
    private static func handedOver(_ capabilities: DeviceCapabilities = phone) -> ExchangeWorld {
        var world = talking(capabilities)
        _ = take(&world)
        world.respond(1, "anna2")
        world.acknowledge(3, taken, .hasAnsweredCall)
        return world
    }

    static func holds(_ world: ExchangeWorld) -> Bool {
        world.checker.runningTimers == [] && world.checker.violations == []
    }

    // MARK: - Taken

    @Test func `the callee's page takes the call, and the phone is told once the page has confirmed it`() throws {
        var world = Self.talking()
        #expect(Self.take(&world) == ["3 ✓ created taken", "1 updateMedia call #1 page"])
        #expect(world.respond(1, "anna2") == ["3 answer taken anna2"])
        #expect(world.status()?.winner == ExchangeWorld.leg(1))
        #expect(world.acknowledge(3, Self.taken, .hasAnsweredCall) == ["2 bye leg1 805 answeredElsewhere"])
        let status = try #require(world.status())
        #expect(status.stage == .active)
        #expect(status.winner == ExchangeWorld.leg(3))
        #expect(status.legs.map(\.stage) == [.answered, .over, .over, .answered])
        #expect(world.request(3, .changeHold(Self.taken, .hold)) == ["3 ✓ held taken", "1 remoteHold call"])
        #expect(world.request(2, .sendTones(Self.ben, "1")) == ["2 ✗ callEnded answeredElsewhere"])
        #expect(
            world.request(1, .hangUp(Self.anna, .normalClearing)) == [
                "1 ✓ ended call 16", "3 bye taken 16 completed",
            ])
        #expect(Self.holds(world))
    }

    @Test func `the caller's tablet takes the call as well, and is the caller from then on`() throws {
        var world = Self.talking()
        #expect(Self.take(&world, on: 4) == ["4 ✓ created taken", "2 updateMedia leg1 #1 page"])
        #expect(world.respond(2, "ben2") == ["4 answer taken ben2"])
        #expect(world.acknowledge(4, Self.taken, .hasAnsweredCall) == ["1 bye call 805 answeredElsewhere"])
        let status = try #require(world.status())
        #expect(status.legs.first?.device == DeviceID("anna's tablet"))
        #expect(status.winner == ExchangeWorld.leg(1))
        #expect(world.request(1, .hangUp(Self.anna, .normalClearing)) == ["1 ✗ callEnded answeredElsewhere"])
        #expect(world.request(4, .changeHold(Self.taken, .hold)) == ["4 ✓ held taken", "2 remoteHold leg1"])
        #expect(
            world.request(2, .hangUp(Self.ben, .normalClearing)) == ["2 ✓ ended leg1 16", "4 bye taken 16 completed"])
        #expect(Self.holds(world))
    }

    @Test func `a call is taken again and again, and back`() {
        var world = Self.handedOver()
        let back = TakeRequest(
            callID: CallID("back"), session: ExchangeWorld.session(), description: SampleDescription.offer("phone"),
            trickles: false)
        #expect(world.request(2, .take(back)) == ["2 ✓ created back", "1 updateMedia call #2 phone"])
        #expect(world.respond(1, number: 2, "anna3") == ["2 answer back anna3"])
        #expect(world.acknowledge(2, CallID("back"), .hasAnsweredCall) == ["3 bye taken 805 answeredElsewhere"])
        #expect(
            world.request(2, .hangUp(CallID("back"), .normalClearing)) == [
                "2 ✓ ended back 16", "1 bye call 16 completed",
            ])
        #expect(Self.holds(world))
    }

    @Test func `candidates pass between the device that takes the call and the other side, each after its description`()
    {
        var world = Self.talking(trickles: true)
        _ = Self.take(&world, trickles: true)
        let candidate = TrickledCandidate(text: SampleDescription.candidate)
        #expect(
            world.request(3, .candidate(Self.taken, candidate)) == ["3 ✓ noted taken", "1 candidate call candidate:1"])
        #expect(world.request(1, .candidate(Self.anna, candidate)) == ["1 ✓ noted call"])
        #expect(world.request(2, .candidate(Self.ben, candidate)) == ["2 ✓ noted leg1"])
        #expect(
            world.respond(1, "anna2") == ["3 answer taken anna2 trickling", "3 candidate taken candidate:1"])
        #expect(world.request(3, .endOfCandidates(Self.taken)) == ["3 ✓ noted taken", "1 endOfCandidates call"])
        world.acknowledge(3, Self.taken, .hasAnsweredCall)
        let other = TrickledCandidate(text: SampleDescription.otherCandidate)
        #expect(world.request(1, .candidate(Self.anna, other)) == ["1 ✓ noted call", "3 candidate taken candidate:2"])
        #expect(Self.holds(world))
    }

    @Test func `a client that takes new media only with its call is offered it anew, and the page gets its answer`() {
        var world = Self.talking(ExchangeWorld.attaching)
        #expect(Self.take(&world) == ["3 ✓ created taken", "1 attach call page"])
        #expect(
            world.request(1, .attachAnswer(Self.anna, SampleDescription.answer("anna2"))) == [
                "1 ✓ attached call", "3 answer taken anna2",
            ])
        #expect(world.acknowledge(3, Self.taken, .hasAnsweredCall) == ["2 bye leg1 805 answeredElsewhere"])
        #expect(Self.holds(world))
    }

    @Test func `a client that takes new media only with its call gets it also after a lost connection`() {
        var world = Self.talking(ExchangeWorld.attaching)
        _ = Self.take(&world)
        world.lose(1)
        let returned = world.connect("anna", on: 5, session: "anna", ExchangeWorld.attaching)
        #expect(returned.contains("5 attach call page"))
        world.request(5, .attachAnswer(Self.anna, SampleDescription.answer("anna2")))
        #expect(world.acknowledge(3, Self.taken, .hasAnsweredCall) == ["2 bye leg1 805 answeredElsewhere"])
        #expect(Self.holds(world))
    }

    @Test func `a hold of the former device is over, and one of the other side goes on`() {
        var world = Self.talking()
        world.request(2, .changeHold(Self.ben, .hold))
        world.request(1, .changeHold(Self.anna, .hold))
        _ = Self.take(&world)
        world.respond(1, "anna2")
        #expect(
            world.acknowledge(3, Self.taken, .hasAnsweredCall) == [
                "2 bye leg1 805 answeredElsewhere", "1 remoteResume call", "3 remoteHold taken",
            ])
    }

    @Test func `a phone that is gone need not come back for its call to be taken`() {
        var world = Self.talking()
        world.lose(2)
        _ = Self.take(&world)
        world.respond(1, "anna2")
        #expect(world.acknowledge(3, Self.taken, .hasAnsweredCall) == [])
        #expect(
            world.connect("ben", on: 5, session: "ben", Self.phone) == [
                "5 admitted", "5 bye leg1 805 answeredElsewhere", "5 ready",
            ])
        #expect(world.status()?.stage == .active)
        #expect(Self.holds(world))
    }

    @Test func `a device that took the call comes back into it after a lost connection`() {
        var world = Self.handedOver()
        world.lose(3)
        #expect(
            world.connect("ben", on: 5, session: "page", Self.phone) == [
                "5 admitted", "5 bye leg2 805 answeredElsewhere", "5 attach taken anna2", "5 ready taken",
            ])
        #expect(Self.holds(world))
    }

    // MARK: - Not taken

    @Test func `a page that dies before the answer leaves the phone the call, with sound again`() {
        var world = Self.talking()
        _ = Self.take(&world)
        #expect(world.lose(3) == [])
        // Anna's phone negotiates with the dead page by now, so it is offered ben's phone.
        #expect(world.respond(1, "anna2") == ["1 attach call leg1"])
        #expect(
            world.request(1, .attachAnswer(Self.anna, SampleDescription.offer("anna3"))) == [
                "1 ✓ attached call", "2 updateMedia leg1 #2 anna3",
            ])
        #expect(world.respond(2, number: 2, "ben2") == ["1 mediaAnswer call ben2"])
        #expect(world.status()?.winner == ExchangeWorld.leg(1))
        #expect(
            world.connect("ben", on: 5, session: "page", Self.phone).contains("5 bye taken 102 dropped"))
        #expect(Self.holds(world))
    }

    @Test func `a page that hangs up meanwhile leaves the phone the call`() {
        var world = Self.talking()
        _ = Self.take(&world)
        #expect(world.request(3, .hangUp(Self.taken, .normalClearing)) == ["3 ✓ ended taken 16"])
        #expect(world.respond(1, "anna2") == ["1 attach call leg1"])
        #expect(world.status()?.stage == .active)
        #expect(world.checker.violations == [])
    }

    @Test func `a page that does not confirm in time, or has no such call, leaves the phone the call`() {
        var silent = Self.talking()
        _ = Self.take(&silent)
        silent.respond(1, "anna2")
        #expect(silent.fireAcknowledgement() == ["3 bye taken 102 dropped", "1 attach call leg1"])
        #expect(silent.now == .seconds(3))
        var lacking = Self.talking()
        _ = Self.take(&lacking)
        lacking.respond(1, "anna2")
        #expect(
            lacking.acknowledge(3, Self.taken, .lacksCall) == ["3 bye taken 102 dropped", "1 attach call leg1"])
        #expect(Self.holds(silent))
        #expect(Self.holds(lacking))
    }

    @Test func `another side that refuses, says nothing or is lost ends the hand-over, not the call`() {
        var refused = Self.talking()
        _ = Self.take(&refused)
        #expect(refused.respond(1, .refused) == ["3 bye taken 41 failed", "1 attach call leg1"])
        var silent = Self.talking()
        _ = Self.take(&silent)
        #expect(silent.fireRenegotiation() == ["3 bye taken 41 failed", "1 attach call leg1"])
        var lost = Self.talking()
        _ = Self.take(&lost)
        #expect(lost.lose(1) == ["3 bye taken 41 failed"])
        #expect(
            lost.connect("anna", on: 5, session: "anna", Self.phone) == [
                "5 admitted", "5 attach call leg1", "5 ready call",
            ])
        var attaching = Self.talking(ExchangeWorld.attaching)
        _ = Self.take(&attaching)
        #expect(attaching.fireRenegotiation() == ["3 bye taken 41 failed", "2 requestOffer leg1 #2"])
        for world in [refused, silent, lost, attaching] {
            #expect(world.status()?.stage == .active)
            #expect(world.checker.violations == [])
        }
    }

    @Test func `another side that logs in anew meanwhile is offered the phone on its new connection alone`() {
        var world = Self.talking()
        _ = Self.take(&world)
        #expect(
            world.connect("anna", on: 5, session: "anna", Self.phone) == [
                "1 punted", "5 admitted", "3 bye taken 41 failed", "5 attach call leg1", "5 ready call",
            ])
        #expect(Self.holds(world))
    }

    @Test func `another side that comes back from the page's media is brought to the phone, though it has the call`() {
        var world = Self.talking(ExchangeWorld.attaching)
        world.acknowledge(1, Self.anna, .hasAnsweredCall)
        _ = Self.take(&world)
        world.request(1, .attachAnswer(Self.anna, SampleDescription.answer("anna2")))
        world.acknowledge(1, Self.anna, .heardLater)
        world.lose(1)
        #expect(
            world.connect("anna", on: 5, session: "anna", ExchangeWorld.attaching) == ["5 admitted", "5 probe call"])
        #expect(world.lose(3) == ["2 requestOffer leg1 #2"])
        #expect(world.acknowledge(5, Self.anna, .hasAnsweredCall) == [])
        #expect(world.respond(2, number: 2, "ben2") == ["5 attach call ben2", "5 ready call"])
        #expect(world.checker.violations == [])
    }

    @Test func `a phone that is put down while the page takes its call does not end it`() {
        var world = Self.talking()
        _ = Self.take(&world)
        #expect(world.request(2, .hangUp(Self.ben, .normalClearing)) == ["2 ✓ ended leg1 16"])
        #expect(world.respond(1, "anna2") == ["3 answer taken anna2"])
        #expect(world.acknowledge(3, Self.taken, .hasAnsweredCall) == [])
        #expect(world.status()?.winner == ExchangeWorld.leg(3))
        #expect(Self.holds(world))
    }

    @Test func `a call whose phone was put down ends if the page then fails to take it`() {
        var world = Self.talking()
        _ = Self.take(&world)
        world.request(2, .hangUp(Self.ben, .normalClearing))
        #expect(world.respond(1, .refused) == ["3 bye taken 41 failed", "1 bye call 16 completed"])
        #expect(Self.holds(world))
    }

    @Test func `a hang-up of the other side, or of the operator, ends the call for every device`() {
        var world = Self.talking()
        _ = Self.take(&world)
        #expect(
            world.request(1, .hangUp(Self.anna, .normalClearing)) == [
                "1 ✓ ended call 16", "3 bye taken 16 completed", "2 bye leg1 16 completed",
            ])
        var other = Self.talking()
        _ = Self.take(&other)
        #expect(
            other.handle(.endCall(ExchangeWorld.session())) == [
                "3 bye taken 16 completed", "1 bye call 16 completed", "2 bye leg1 16 completed",
            ])
        #expect(Self.holds(world))
        #expect(Self.holds(other))
    }

    // MARK: - Refused

    @Test func `a call of others, one that rings and one that is over look like one that does not exist`() {
        var world = Self.talking()
        world.connect("cleo", on: 6)
        #expect(Self.take(&world, on: 6) == ["6 ✗ callDoesNotExist"])
        #expect(Self.take(&world, session: 9) == ["3 ✗ callDoesNotExist"])
        #expect(Self.take(&world, on: 2) == ["2 ✗ callDoesNotExist"])
        world.dial("cleo", on: 1, callID: "second", session: 2)
        #expect(Self.take(&world, on: 4, session: 2) == ["4 ✗ callDoesNotExist"])
        world.request(1, .hangUp(Self.anna, .normalClearing))
        #expect(Self.take(&world) == ["3 ✗ callDoesNotExist"])
        #expect(world.checker.violations == [])
    }

    @Test func `one device takes a call at a time, from a side that can change its media`() {
        var world = Self.talking()
        _ = Self.take(&world)
        #expect(Self.take(&world, on: 4) == ["4 ✗ renegotiationInProgress"])
        var other = Self.talking([])
        #expect(Self.take(&other) == ["3 ✗ peerCannotRenegotiate"])
        #expect(other.status()?.stage == .active)
    }

    @Test func `a call is taken only so many times`() {
        var world = ExchangeWorld {
            $0.calledLegsMax = 2
            $0.takersMax = 0
        }
        world.connect("anna", on: 1, session: "anna", Self.phone)
        world.connect("ben", on: 2, session: "ben", Self.phone)
        world.connect("ben", on: 3, session: "page", Self.phone)
        world.dial("ben")
        world.answer(2)
        #expect(Self.take(&world) == ["3 ✗ limitReached(ExchangeCore.ExchangeLimit.renegotiations)"])
    }

    // MARK: - Stored

    @Test func `the hand-over is stored before the former device is told, and one that fails leaves no trace`() throws {
        var world = Self.talking()
        let count = world.journal.count
        _ = Self.take(&world)
        world.respond(1, "anna2")
        #expect(world.journal.count == count)
        world.acknowledge(3, Self.taken, .hasAnsweredCall)
        let leg = ExchangeWorld.leg(3)
        #expect(
            world.journal.dropFirst(count).map(\.change) == [
                .handedOver(to: leg, user: UserID("ben"), device: DeviceID("page")),
                .legOver(ExchangeWorld.leg(1), Ending(.answeredElsewhere)),
            ])
        let kept = try #require(world.effects.firstIndex { if case .keep = $0 { true } else { false } })
        let stored = try #require(
            world.effects.firstIndex { if case .journal(let record) = $0 { record.isBarrier } else { false } })
        #expect(kept < stored)
        #expect(world.effects.firstIndex(where: \.isSpoken).map { $0 > stored } == true)
        var failed = Self.talking()
        _ = Self.take(&failed)
        failed.respond(1, .refused)
        #expect(failed.journal.count == count)
    }

    @Test(arguments: [false, true])
    func `an exchange that dies in the middle goes on with the phone`(isAnswered: Bool) {
        var world = Self.talking()
        _ = Self.take(&world)
        if isAnswered { world.respond(1, "anna2") }
        // Anna holds meanwhile, which is stored.
        world.request(1, .changeHold(Self.anna, .hold))
        world.restart()
        #expect(world.status()?.legs.count == 3)
        #expect(
            world.connect("ben", on: 5, session: "ben", Self.phone) == [
                "5 admitted", "5 attach leg1 anna", "5 remoteHold leg1", "5 ready leg1",
            ])
        #expect(world.connect("ben", on: 6, session: "page", Self.phone) == ["6 admitted", "6 ready"])
        #expect(world.checker.violations == [])
    }

    @Test func `an exchange that dies afterwards goes on with the page`() {
        var world = Self.handedOver()
        world.restart()
        #expect(world.status()?.winner == ExchangeWorld.leg(3))
        #expect(
            world.connect("ben", on: 5, session: "page", Self.phone) == [
                "5 admitted", "5 attach taken anna2", "5 ready taken",
            ])
        #expect(world.connect("ben", on: 6, session: "ben", Self.phone) == ["6 admitted", "6 ready"])
        #expect(world.checker.violations == [])
    }
}
