import CallModel
import ExchangeCore
import Redaction
import Scopes
import Testing

/// A device describes its media while it rings, so that ICE and DTLS run before the answer.
@Suite struct EarlyDescriptionTests {
    private static let able = ExchangeWorld.everything.union(.earlyDescriptions)
    private static let ben = ExchangeWorld.call(1)
    private static let benToo = ExchangeWorld.call(2)
    private static let first = TrickledCandidate(text: SampleDescription.candidate, mediaID: "0", mediaIndex: 0)
    private static let second = TrickledCandidate(text: SampleDescription.otherCandidate, mediaID: "0", mediaIndex: 0)

    private static func world(
        caller: DeviceCapabilities = able, callee: DeviceCapabilities = able, devices: UInt64 = 1
    ) -> ExchangeWorld {
        var world = ExchangeWorld()
        world.connect("anna", on: 1, caller)
        for connection in 2..<(2 + devices) { world.connect("ben", on: connection, callee) }
        return world
    }

    private static func dial(
        _ world: inout ExchangeWorld, isAllowed: Bool = true, trickles: Bool = true
    ) -> [String] {
        var policy = CallingPolicy()
        policy.connectsColleaguesWhileRinging = isAllowed
        var dialing = ExchangeWorld.dialing("ben", trickles: trickles)
        dialing.verdict = SingleOrganizationDirectory([UserID("anna"), UserID("ben")]).verdict(
            of: UserID("anna"), calling: "ben", under: policy)
        return world.request(1, .dial(dialing))
    }

    private static func describe(
        _ world: inout ExchangeWorld, _ connection: UInt64 = 2, _ callID: CallID = ben,
        _ description: Redacted<String> = SampleDescription.answer("leg1")
    ) -> [String] {
        world.request(
            connection,
            .describeEarly(AnswerRequest(callID: callID, description: description, trickles: true)))
    }

    @Test func `the caller is given the description of a device that rings, and its candidates`() {
        var world = Self.world()
        #expect(
            Self.dial(&world) == [
                "1 ✓ created call", "2 invite leg1 anna trickling taking early", "1 ringing call",
            ])
        #expect(world.request(2, .candidate(Self.ben, Self.first)) == ["2 ✓ noted leg1"])
        #expect(
            Self.describe(&world) == ["2 ✓ noted leg1", "1 early call leg1", "1 candidate call candidate:1"])
        #expect(
            world.request(2, .candidate(Self.ben, Self.second)) == ["2 ✓ noted leg1", "1 candidate call candidate:2"])
        #expect(world.answer(2, trickles: true) == ["2 ✓ answered leg1", "1 answer call leg1 trickling"])
        #expect(world.request(2, .endOfCandidates(Self.ben)) == ["2 ✓ noted leg1", "1 endOfCandidates call"])
        #expect(world.checker.violations == [])
    }

    @Test func `one device describes itself, and another that answers has its candidates given from the first`() {
        var world = Self.world(devices: 2)
        let told = Self.dial(&world)
        #expect(told.contains("2 invite leg1 anna trickling taking early"))
        #expect(told.contains("3 invite leg2 anna trickling"))
        #expect(world.request(3, .candidate(Self.benToo, Self.second)) == ["3 ✓ noted leg2"])
        _ = world.request(2, .candidate(Self.ben, Self.first))
        _ = Self.describe(&world)
        #expect(Self.describe(&world, 3, Self.benToo) == ["3 ✓ noted leg2"])
        #expect(
            world.answer(3, leg: 2, trickles: true) == [
                "3 ✓ answered leg2", "1 answer call leg2 trickling", "1 candidate call candidate:2",
                "2 bye leg1 805 answeredElsewhere",
            ])
        #expect(world.request(2, .candidate(Self.ben, Self.second)) == ["2 ✓ noted leg1"])
        #expect(world.checker.violations == [])
    }

    @Test func `a device that is rung again is asked again, and the caller is told once`() {
        var world = Self.world()
        _ = Self.dial(&world)
        _ = Self.describe(&world)
        world.lose(2)
        let told = world.connect("ben", on: 3, session: "session 2", Self.able)
        #expect(told.contains("3 invite leg1 anna trickling taking early"))
        #expect(Self.describe(&world, 3) == ["3 ✓ noted leg1"])
        #expect(world.checker.violations == [])
    }

    @Test func `no device is asked unless operator, caller and device permit it, and candidates trickle`() {
        let unable = ExchangeWorld.everything
        var (off, caller, callee, whole) = (
            Self.world(), Self.world(caller: unable), Self.world(callee: unable), Self.world()
        )
        #expect(Self.dial(&off, isAllowed: false).contains("2 invite leg1 anna trickling"))
        #expect(Self.dial(&caller).contains("2 invite leg1 anna trickling"))
        #expect(Self.dial(&callee).contains("2 invite leg1 anna trickling"))
        #expect(Self.dial(&whole, trickles: false).contains("2 invite leg1 anna"))
        for var world in [off, caller, callee, whole] {
            #expect(Self.describe(&world) == ["2 ✓ noted leg1"])
            #expect(world.request(2, .candidate(Self.ben, Self.first)) == ["2 ✓ noted leg1"])
            #expect(world.checker.violations == [])
        }
    }

    @Test func `a device that cannot describe itself leaves it to the next`() {
        var world = Self.world(callee: ExchangeWorld.everything)
        world.connect("ben", on: 3, Self.able)
        let told = Self.dial(&world)
        #expect(told.contains("2 invite leg1 anna trickling"))
        #expect(told.contains("3 invite leg2 anna trickling taking early"))
        #expect(
            Self.describe(&world, 3, Self.benToo, SampleDescription.answer("leg2")) == [
                "3 ✓ noted leg2", "1 early call leg2",
            ])
    }

    @Test func `when it is over for the device that described itself, the next that is rung may`() {
        var world = Self.world()
        _ = Self.dial(&world)
        _ = world.request(2, .candidate(Self.ben, Self.first))
        _ = Self.describe(&world)
        // A second device keeps the call ringing when the first declines.
        #expect(world.connect("ben", on: 3, Self.able).contains("3 invite leg2 anna trickling"))
        world.request(2, .hangUp(Self.ben, .callRejected))
        #expect(world.connect("ben", on: 4, Self.able).contains("4 invite leg3 anna trickling taking early"))
        let third = ExchangeWorld.call(3)
        _ = world.request(4, .candidate(third, Self.second))
        #expect(
            Self.describe(&world, 4, third, SampleDescription.answer("leg3")) == [
                "4 ✓ noted leg3", "1 early call leg3", "1 candidate call candidate:2",
            ])
        #expect(world.checker.violations == [])
    }

    @Test func `a caller without a connection learns of it with the answer`() {
        var world = Self.world()
        _ = Self.dial(&world)
        world.lose(1)
        #expect(Self.describe(&world) == ["2 ✓ noted leg1"])
        world.connect("anna", on: 4, session: "session 1", Self.able)
        #expect(world.answer(2, trickles: true).contains("4 answer call leg1 trickling"))
        #expect(world.checker.violations == [])
    }

    @Test func `a description that is late, of no use or of the caller changes nothing`() {
        var world = Self.world()
        _ = Self.dial(&world)
        #expect(Self.describe(&world, 2, Self.ben, "v=0") == ["2 ✗ malformedDescription"])
        #expect(Self.describe(&world, 1, CallID("call")) == ["1 ✗ notCalled"])
        #expect(Self.describe(&world, 2, CallID("other")) == ["2 ✗ callDoesNotExist"])
        world.request(1, .hangUp(CallID("call"), .originatorCancel))
        #expect(Self.describe(&world) == ["2 ✓ noted leg1"])
        #expect(world.checker.violations == [])
    }
}
