import CallModel
import RingCore
import Testing

/// Situations 70–73 of Documentation/RingScenarios.md: organizations, log-outs, and whose device it is.
struct Belonging {
    @Test func `scenario 70: a device that moves to another organization rings on for the old one`() {
        var call = RingStory.ringing(1)
        call.happens(.membership(.left("a")))
        #expect(call.effects == [])
        call.talks(1)
        #expect(call.stage == .active && call.session.organization == "org" && call.violations == [])
    }

    @Test func `scenario 70: or is let go, by policy, but not out of a conversation`() {
        let policy = RingPolicy.plain.with { $0.organizationLeft = .withdrawn }
        var call = RingStory.ringing(2, policy: policy)
        call.happens(.membership(.left("a")))
        #expect(call.commands == ["hang up 1: failed"] && call.reason("a") == .withdrawn)
        call.talks(2)
        call.happens(.membership(.left("b")))
        #expect(call.stage == .active && call.violations == [])
    }

    @Test func `scenario 71: a device that is logged out is hung up at once`() {
        var call = RingStory.ringing(2)
        call.happens(.membership(.loggedOut("a")))
        #expect(call.commands == ["hang up 1: failed"] && call.notices == ["a: over, withdrawn"])
        #expect(call.stage == .ringing && call.violations == [])
    }

    @Test func `scenario 71: all devices of a user who is removed are hung up, a talking one too`() {
        var call = RingStory.ringing(2)
        call.happens(.membership(.removed("ann")))
        #expect(call.commands == ["turn caller away: noAnswer", "hang up 1: failed", "hang up 2: failed"])
        #expect(call.stage == .ended && call.missedCalls == [])
        var talk = RingStory.ringing(1)
        talk.talks(1)
        talk.happens(.membership(.removed("ann")))
        #expect(talk.commands == ["hang up caller: completed", "hang up 1: completed"])
        #expect(talk.outcome == .endedByOperator && call.violations == [] && talk.violations == [])
    }

    @Test func `scenario 71: a claim of a device that is logged out is free again`() {
        var call = RingStory.ringing(2)
        call.asks("a", .claim)
        call.happens(.membership(.loggedOut("a")))
        #expect(call.stage == .ringing && call.session.epoch == 1)
        call.talks(2)
        #expect(call.stage == .active && call.violations == [])
    }

    @Test func `scenario 72: a device the call was never meant for is told nothing and claims nothing`() {
        var call = RingStory.ringing(1)
        for request in DeviceRequest.allCases {
            call.asks("stranger", request)
            #expect(call.effects == [])
        }
        #expect(call.session.devices.count == 1 && call.violations == [])
    }
}
