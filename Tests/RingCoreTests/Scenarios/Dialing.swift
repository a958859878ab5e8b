import CallModel
import RingCore
import Testing

/// Situations 41–47 of Documentation/RingScenarios.md: dials that are lost, late, refused or doubled.
struct Dialing {
    @Test func `scenario 41: a dial without a reply is adopted by news of its leg, and not dialed twice`() {
        var call = RingStory(DeviceCandidate.several(1))
        call.replies(.unavailable, to: .dial, call.ref(1))
        #expect(call.commands == [] && call.stage == .ringing)
        call.rings(1)
        #expect(call.session.legs[0].carrierID == CarrierLegID("leg 1") && call.rank(1) == .ringing)
        call.talks(1)
        #expect(call.session.legs.count == 1 && call.violations == [])
    }

    @Test func `scenario 41: within a minute the same dial is sent again under its name`() {
        var call = RingStory(DeviceCandidate.several(1))
        let name = call.command(.dial, call.ref(1))
        for wait in [500, 1_000, 2_000, 4_000, 8_000] {
            call.replies(.unavailable, to: .dial, call.ref(1))
            call.passes(.milliseconds(wait - 1))
            #expect(call.commands == [])
            call.passes(.milliseconds(1))
            #expect(call.commands == ["dial 1"] && call.command(.dial, call.ref(1)) == name)
        }
        call.replies(.accepted(CarrierLegID("leg 1")), to: .dial, call.ref(1))
        call.talks(1)
        #expect(call.session.legs.count == 1 && call.stage == .active && call.violations == [])
    }

    @Test func `scenario 41: a dial whose leg is told of is not sent again`() {
        var call = RingStory(DeviceCandidate.several(1))
        call.replies(.unavailable, to: .dial, call.ref(1))
        call.adopted(1)
        call.passes(.seconds(20))
        #expect(call.commands == [] && call.violations == [])
    }

    @Test func `scenario 42: after a minute nothing is repeated; the leg is looked at first`() {
        var call = RingStory(DeviceCandidate.several(1), policy: .plain.with { $0.ringTime = .seconds(120) })
        var last = call.now
        repeat {
            call.replies(.unavailable, to: .dial, call.ref(1))
            last = call.now
            call.passes(.seconds(8))
        } while call.commands == ["dial 1"] && call.now < RingStory.start + .seconds(100)
        #expect(last > RingStory.start + .seconds(40) && last < RingStory.start + .seconds(55))
        call.passes(.seconds(30))
        #expect(call.commands == [] && call.session.legs.count == 1)
        call.rings(1)
        #expect(call.rank(1) == .ringing && call.violations == [])
    }

    @Test func `scenario 42: a dial without a reply is not sent again where another has the call`() {
        var call = RingStory(DeviceCandidate.several(2))
        call.rings(2)
        call.replies(.unavailable, to: .dial, call.ref(1))
        call.talks(2)
        call.passes(.seconds(20))
        #expect(!call.commands.contains("dial 1") && call.reason("a") == .answeredElsewhere && call.violations == [])
    }

    @Test func `a device that wakes in an outage is told that it is dialed, and is`() {
        var call = RingStory(DeviceCandidate.several(1))
        call.replies(.unavailable, to: .dial, call.ref(1))
        call.asks("a", .ready)
        #expect(call.notices == ["reply to a: dialing"] && call.commands == ["dial 1"] && call.violations == [])
    }

    @Test func `a dial perhaps made, and then one too many, keeps its name`() {
        var call = RingStory(DeviceCandidate.several(1))
        let name = call.command(.dial, call.ref(1))
        call.replies(.unavailable, to: .dial, call.ref(1))
        call.passes(.milliseconds(500))
        call.replies(.rateLimited(.seconds(2)), to: .dial, call.ref(1))
        call.passes(.seconds(2))
        #expect(call.commands == ["dial 1"] && call.command(.dial, call.ref(1)) == name)
        call.talks(1)
        #expect(call.stage == .active && call.violations == [])
    }

    @Test func `a dial that is refused because its caller's call is over ends the session as cancelled`() {
        var call = RingStory(DeviceCandidate.several(2))
        call.replies(.alreadyOver, to: .dial, call.ref(1))
        #expect(call.outcome == .cancelled && call.missedCalls == [.missedCall([UserID("ann")], .cancelled)])
        call.replies(.alreadyOver, to: .dial, call.ref(2))
        #expect(call.session.isClosed && call.violations == [])
    }

    @Test func `scenario 43: a leg that is told before its dial is answered is adopted; the answer adds nothing`() {
        var call = RingStory(DeviceCandidate.several(1))
        call.adopted(1)
        call.replies(.accepted(CarrierLegID("leg 1")), to: .dial, call.ref(1))
        #expect(call.effects == [] && call.session.legs[0].carrierID == CarrierLegID("leg 1"))
    }

    @Test(arguments: [true, false])
    func `scenario 44: a leg that appears after the claim goes on sight, and its device is told`(isReply: Bool) {
        var call = RingStory([DeviceCandidate("a", of: UserID("ann")), .asleep("b")])
        call.rings(1)
        call.asks("b", .ready)
        call.asks("b", .disconnected)
        call.talks(1)
        #expect(call.notices == ["b: over, answeredElsewhere", "push to b: cancel, answeredElsewhere"])
        if isReply {
            call.replies(.accepted(CarrierLegID("leg 2")), to: .dial, call.ref(2))
        } else {
            call.adopted(2)
        }
        #expect(call.commands == ["hang up 2: answeredElsewhere"] && call.violations == [])
    }

    @Test func `scenario 44: a leg given up as never made goes on sight when it appears`() {
        var call = RingStory(DeviceCandidate.several(1))
        call.replies(.unavailable, to: .dial, call.ref(1))
        call.passes(.seconds(60))
        call.callerHangsUp()
        #expect(call.session.isClosed)
        call.adopted(1)
        #expect(call.commands == ["hang up 1: noAnswer"] && !call.session.isClosed)
        call.ends(1)
        #expect(call.session.isClosed && call.violations == [])
    }

    @Test func `scenario 44: and when the reply to its dial comes last of all`() {
        var call = RingStory(DeviceCandidate.several(1))
        call.callerHangsUp()
        call.passes(.seconds(60))
        #expect(call.session.isClosed)
        call.replies(.accepted(CarrierLegID("leg 1")), to: .dial, call.ref(1))
        #expect(call.commands == ["hang up 1: cancelled"] && !call.session.isClosed && call.violations == [])
    }

    @Test func `scenario 45: a dial over the budget is made later, and the push goes at once`() {
        var call = RingStory(DeviceCandidate.several(1))
        #expect(call.notices.contains("push to a: ring"))
        call.replies(.rateLimited(.seconds(2)), to: .dial, call.ref(1))
        #expect(call.stage == .ringing)
        call.passes(.seconds(2))
        #expect(call.commands == ["dial 1"])
        call.talks(1)
        #expect(call.stage == .active && call.violations == [])
    }

    @Test func `scenario 45: a dial that is one too many, and was made before a crash, is adopted and not made again`()
    {
        var call = RingStory(DeviceCandidate.several(1))
        call.replies(.rateLimited(.seconds(2)), to: .dial, call.ref(1))
        call.rings(1)
        call.passes(.seconds(10))
        #expect(call.commands == [] && call.rank(1) == .ringing && call.violations == [])
    }

    @Test func `scenario 45: and goes on sight where its caller has gone`() {
        var call = RingStory(DeviceCandidate.several(1))
        call.replies(.rateLimited(.seconds(2)), to: .dial, call.ref(1))
        call.callerHangsUp()
        call.adopted(1)
        #expect(call.commands == ["hang up 1: cancelled"] && !call.session.isClosed && call.violations == [])
    }

    @Test func `scenario 45: a dial that cannot be made in time is not made`() {
        var call = RingStory(DeviceCandidate.several(1))
        call.replies(.rateLimited(.seconds(29)), to: .dial, call.ref(1))
        #expect(call.session.devices[0].reason == nil)
        call.passes(.seconds(30))
        #expect(call.session.legs[0].rank == .over && call.reason("a") == .missed && call.violations == [])
    }

    @Test func `scenario 46: a dial with a revoked credential fails once, with an alarm`() {
        var call = RingStory(DeviceCandidate.several(2))
        call.replies(.refused, to: .dial, call.ref(1))
        #expect(call.alarms == [.dialRefused("a")] && call.commands == [] && call.reason("a") == .failed)
        call.passes(.seconds(10))
        #expect(call.commands == [] && call.stage == .ringing && call.violations == [])
    }

    @Test func `scenario 47: a device that is listed twice has one leg`() {
        let call = RingStory(DeviceCandidate.several(1) + DeviceCandidate.several(2))
        #expect(call.commands == ["dial 1", "dial 2"] && call.session.devices.map(\.device) == ["a", "b"])
    }
}
