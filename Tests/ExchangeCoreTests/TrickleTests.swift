import CallModel
import ExchangeCore
import Redaction
import Scopes
import Testing

@Suite struct TrickleTests {
    private static let first = TrickledCandidate(text: SampleDescription.candidate, mediaID: "0", mediaIndex: 0)
    private static let second = TrickledCandidate(text: SampleDescription.otherCandidate, mediaID: "0", mediaIndex: 0)
    private static let ben = ExchangeWorld.call(1)
    private static let whole: DeviceCapabilities = []

    private static func world(callee: DeviceCapabilities = ExchangeWorld.everything) -> ExchangeWorld {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        world.connect("ben", on: 2, callee)
        return world
    }

    @Test func `candidates follow the invitation in order`() {
        var world = Self.world()
        #expect(
            world.dial("ben", trickles: true) == [
                "1 ✓ created call", "2 invite leg1 anna trickling", "1 ringing call",
            ])
        #expect(
            world.request(1, .candidate(CallID("call"), Self.first)) == [
                "1 ✓ noted call", "2 candidate leg1 candidate:1",
            ])
        #expect(world.request(1, .endOfCandidates(CallID("call"))) == ["1 ✓ noted call", "2 endOfCandidates leg1"])
        #expect(world.checker.violations == [])
    }

    @Test func `a device that joins late is given all candidates`() {
        var world = Self.world()
        world.dial("ben", trickles: true)
        world.request(1, .candidate(CallID("call"), Self.first))
        world.request(1, .candidate(CallID("call"), Self.second))
        #expect(
            world.connect("ben", on: 3) == [
                "3 admitted", "3 ready", "3 invite leg2 anna trickling", "3 candidate leg2 candidate:1",
                "3 candidate leg2 candidate:2",
            ])
    }

    @Test func `the winner's candidates wait for its answer, the losers' are dropped`() {
        var world = Self.world()
        world.connect("ben", on: 3)
        world.dial("ben", trickles: true)
        #expect(world.request(2, .candidate(Self.ben, Self.first)) == ["2 ✓ noted leg1"])
        #expect(world.request(3, .candidate(ExchangeWorld.call(2), Self.second)) == ["3 ✓ noted leg2"])
        #expect(
            world.answer(2, trickles: true) == [
                "2 ✓ answered leg1", "1 answer call leg1 trickling", "1 candidate call candidate:1",
                "3 bye leg2 805 answeredElsewhere",
            ])
        #expect(
            world.request(2, .candidate(Self.ben, Self.second)) == ["2 ✓ noted leg1", "1 candidate call candidate:2"])
        #expect(world.request(2, .endOfCandidates(Self.ben)) == ["2 ✓ noted leg1", "1 endOfCandidates call"])
        #expect(
            world.request(3, .candidate(ExchangeWorld.call(2), Self.first)) == ["3 ✓ noted leg2"])
        #expect(
            world.request(1, .candidate(CallID("call"), Self.first)) == [
                "1 ✓ noted call", "2 candidate leg1 candidate:1",
            ])
        #expect(world.checker.violations == [])
    }

    @Test func `F9: candidates of a call that ended, failed at once or was never taken are accepted and ignored`() {
        var world = Self.world()
        world.dial("ben", trickles: true)
        world.request(1, .hangUp(CallID("call"), .originatorCancel))
        for connection in [UInt64(1), 2] {
            let (callID, name) = connection == 1 ? (CallID("call"), "call") : (Self.ben, "leg1")
            #expect(world.request(connection, .candidate(callID, Self.first)) == ["\(connection) ✓ noted \(name)"])
            #expect(world.request(connection, .endOfCandidates(callID)) == ["\(connection) ✓ noted \(name)"])
        }
        let strange = CallID("never taken")
        #expect(world.request(1, .candidate(strange, Self.first)) == ["1 ✓ noted never taken"])
        #expect(world.request(1, .endOfCandidates(strange)) == ["1 ✓ noted never taken"])
        world.now += .seconds(3_600)
        #expect(world.request(1, .candidate(CallID("call"), Self.first)) == ["1 ✓ noted call"])
        #expect(world.checker.violations == [])
    }

    @Test func `a device that needs a whole description rings once the caller's candidates are there`() throws {
        var world = Self.world(callee: Self.whole)
        #expect(world.dial("ben", trickles: true) == ["1 ✓ created call"])
        #expect(world.request(1, .candidate(CallID("call"), Self.first)) == ["1 ✓ noted call"])
        #expect(
            world.request(1, .endOfCandidates(CallID("call"))) == [
                "1 ✓ noted call", "2 invite leg1 anna", "1 ringing call",
            ])
        let description = try #require(world.descriptions[ConnectionID(2)])
        #expect(description.contains("a=candidate:1 1 udp 2130706431 192.0.2.1 40000 typ host\r\n"))
        #expect(description.contains("a=end-of-candidates\r\n"))
        #expect(!description.contains("ice-options"))
        #expect(world.checker.runningTimers.map(\.owner) == [.ring(ExchangeWorld.session())])
    }

    @Test func `a caller that never finishes gathering is not waited for too long`() {
        var world = Self.world(callee: Self.whole)
        world.connect("ben", on: 3)
        #expect(
            world.dial("ben", trickles: true) == [
                "1 ✓ created call", "3 invite leg2 anna trickling", "1 ringing call",
            ])
        world.request(1, .candidate(CallID("call"), Self.first))
        #expect(world.fire { $0 == .offerGathering(ExchangeWorld.session()) } == ["2 invite leg1 anna"])
        #expect(world.now == .seconds(4))
        #expect(
            world.request(1, .candidate(CallID("call"), Self.second)) == [
                "1 ✓ noted call", "3 candidate leg2 candidate:2",
            ])
        #expect(world.checker.violations == [])
    }

    @Test func `a caller that needs a whole description hears of the answer once it is whole`() throws {
        for isFinished in [true, false] {
            var world = Self.world()
            world.dial("ben")
            #expect(world.answer(2, trickles: true) == ["2 ✓ answered leg1"])
            #expect(world.status()?.stage == .active)
            #expect(world.request(2, .candidate(Self.ben, Self.first)) == ["2 ✓ noted leg1"])
            if isFinished {
                #expect(world.request(2, .endOfCandidates(Self.ben)) == ["2 ✓ noted leg1", "1 answer call leg1"])
            } else {
                #expect(world.fire { $0 == .answerGathering(ExchangeWorld.session()) } == ["1 answer call leg1"])
            }
            let description = try #require(world.descriptions[ConnectionID(1)])
            #expect(description.contains("a=candidate:1 "))
            #expect(world.checker.runningTimers == [])
            #expect(world.checker.violations == [])
        }
    }

    @Test func `a whole description passes as it came`() {
        var world = Self.world(callee: Self.whole)
        world.dial("ben")
        world.answer(2)
        #expect(world.descriptions[ConnectionID(2)] == SampleDescription.offer().revealed)
        #expect(world.descriptions[ConnectionID(1)] == SampleDescription.answer("leg1").revealed)
    }

    @Test func `an empty candidate is the end of them`() {
        var world = Self.world()
        world.dial("ben", trickles: true)
        let empty = TrickledCandidate(text: "")
        #expect(world.request(1, .candidate(CallID("call"), empty)) == ["1 ✓ noted call", "2 endOfCandidates leg1"])
    }
}
