import CallModel
import ExchangeCore
import Redaction
import Scopes
import Testing

/// Devices that are put down, are gone or come back around a hand-over; the people are those of ``HandOverTests``.
@Suite struct PutDownTests {
    @Test func `a caller's phone that is put down while the tablet takes its call does not end it`() throws {
        var world = HandOverTests.talking()
        _ = HandOverTests.take(&world, on: 4)
        #expect(world.request(1, .hangUp(HandOverTests.anna, .normalClearing)) == ["1 ✓ ended call 16"])
        #expect(world.respond(2, "ben2") == ["4 answer taken ben2"])
        #expect(world.acknowledge(4, HandOverTests.taken, .hasAnsweredCall) == [])
        #expect(try #require(world.status()).legs.first?.device == DeviceID("anna's tablet"))
        #expect(
            world.request(4, .hangUp(HandOverTests.taken, .normalClearing)) == [
                "4 ✓ ended taken 16", "2 bye leg1 16 completed",
            ])
        #expect(HandOverTests.holds(world))
    }

    @Test func `a call is not taken while the other side has no connection, and goes on`() {
        var world = HandOverTests.talking()
        world.lose(1)
        #expect(HandOverTests.take(&world) == ["3 ✗ peerCannotRenegotiate"])
        #expect(
            world.connect("anna", on: 5, session: "anna", HandOverTests.phone) == [
                "5 admitted", "5 attach call leg1", "5 ready call",
            ])
        #expect(world.status()?.winner == ExchangeWorld.leg(1))
        #expect(world.checker.violations == [])
    }

    @Test func `a phone that is put down meanwhile has one end in the journal, whatever becomes of the call`() {
        let end = JournalChange.legOver(ExchangeWorld.leg(1), Ending(.answeredElsewhere))
        var taken = HandOverTests.talking()
        _ = HandOverTests.take(&taken)
        let count = taken.journal.count
        taken.request(2, .hangUp(HandOverTests.ben, .normalClearing))
        #expect(taken.journal.count == count)
        taken.respond(1, "anna2")
        var died = taken
        taken.acknowledge(3, HandOverTests.taken, .hasAnsweredCall)
        let handedOver = JournalChange.handedOver(
            to: ExchangeWorld.leg(3), user: UserID("ben"), device: DeviceID("page"))
        #expect(taken.journal.dropFirst(count).map(\.change) == [handedOver, end])
        // The exchange dies before the page has the call: the phone has it again, and says once more that it left.
        died.restart()
        #expect(
            died.connect("ben", on: 5, session: "ben", HandOverTests.phone) == [
                "5 admitted", "5 attach leg1 anna", "5 ready leg1",
            ])
        died.request(5, .hangUp(HandOverTests.ben, .normalClearing))
        var over = HandOverTests.talking()
        _ = HandOverTests.take(&over)
        over.request(2, .hangUp(HandOverTests.ben, .normalClearing))
        over.request(1, .hangUp(HandOverTests.anna, .normalClearing))
        #expect(over.journal.count { $0.change == end } == 1)
        for world in [taken, died, over] { #expect(world.checker.violations == []) }
    }

    @Test func `a phone that has not answered an offer yet is offered the media that the other side came back with`() {
        var world = HandOverTests.talking()
        world.lose(2)
        #expect(
            world.connect("ben", on: 5, session: "ben", HandOverTests.phone) == [
                "5 admitted", "5 attach leg1 anna", "5 ready leg1",
            ])
        world.lose(1)
        world.connect("anna", on: 6, session: "anna", HandOverTests.phone)
        #expect(
            world.request(6, .attachAnswer(HandOverTests.anna, SampleDescription.offer("anna2"))) == [
                "6 ✓ attached call", "5 attach leg1 anna2",
            ])
        // The answer to the former offer says nothing of these media.
        #expect(
            world.request(5, .attachAnswer(HandOverTests.ben, SampleDescription.answer("leg1"))) == [
                "5 ✓ attached leg1"
            ])
        #expect(
            world.request(5, .attachAnswer(HandOverTests.ben, SampleDescription.answer("ben2"))) == [
                "5 ✓ attached leg1", "6 updateMedia call #1 ben2",
            ])
        #expect(world.respond(6, "anna3") == ["5 mediaAnswer leg1 anna3"])
        #expect(HandOverTests.holds(world))
    }

    @Test func `a phone that is asked whether it has its call is offered it if the other side has new media since`() {
        var world = ExchangeWorld()
        let asked = HandOverTests.phone.union(.acknowledgements)
        world.connect("anna", on: 1, session: "anna", HandOverTests.phone)
        world.connect("ben", on: 2, session: "ben", asked)
        world.dial("ben")
        world.answer(2)
        world.acknowledge(2, HandOverTests.ben, .hasAnsweredCall)
        world.acknowledge(2, HandOverTests.ben, .heardLater)
        world.lose(2)
        #expect(world.connect("ben", on: 5, session: "ben", asked) == ["5 admitted", "5 probe leg1"])
        world.lose(1)
        world.connect("anna", on: 6, session: "anna", HandOverTests.phone)
        #expect(
            world.request(6, .attachAnswer(HandOverTests.anna, SampleDescription.offer("anna2"))) == [
                "6 ✓ attached call"
            ])
        #expect(world.acknowledge(5, HandOverTests.ben, .hasAnsweredCall).contains("5 attach leg1 anna2"))
        #expect(world.checker.violations == [])
    }
}
