import CallModel
import RingCore
import Testing

/// Situations 48–56 of Documentation/RingScenarios.md: what the session decides about pushes. Sending them is
/// PushDelivery's, receiving them the phone's.
struct Pushing {
    @Test func `scenario 48: a device woken by a push for a call that is over is told why it ended`() {
        var call = RingStory([.asleep("a"), .asleep("b")])
        call.asks("a", .ready)
        call.rings(1)
        call.talks(1)
        call.asks("b", .ready)
        #expect(call.notices == ["reply to b: over, answeredElsewhere"] && call.commands == [])
        call.ends(1)
        call.asks("b", .claim)
        #expect(call.notices == ["reply to b: over, answeredElsewhere"] && call.violations == [])
    }

    @Test func `scenario 48: and as missed, where no device took it`() {
        var call = RingStory([.asleep("a")])
        call.callerHangsUp()
        #expect(call.notices == ["a: over, callerCancelled", "push to a: cancel, callerCancelled"])
        call.asks("a", .ready)
        #expect(call.notices == ["reply to a: over, callerCancelled"] && call.violations == [])
    }

    @Test func `scenario 49: a device woken twice has one leg`() {
        var call = RingStory([.asleep("a")])
        #expect(call.notices == ["push to a: ring"] && call.commands == [])
        call.asks("a", .ready)
        #expect(call.commands == ["dial 1"])
        call.asks("a", .ready)
        #expect(call.commands == [] && call.notices == ["reply to a: ringing"])
        #expect(call.session.legs.count == 1 && call.violations == [])
    }

    @Test
    func `scenario 49: an app that begins anew while it rings has a leg of its own, once, and its device rings on`() {
        var call = RingStory.ringing(2)
        call.asks("a", .ready, process: "2")
        #expect(call.commands == ["dial 3", "hang up 1: unreachable"] && call.notices == ["reply to a: dialing"])
        call.asks("a", .ready, process: "2")
        #expect(call.commands == [] && call.notices == ["reply to a: ringing"])
        call.ends(1)
        #expect(call.notices == [] && call.reason("a") == nil && call.session.legs.count == 3)
        call.rings(3)
        call.talks(3)
        #expect(call.session.status.winner == "a" && call.reason("b") == .answeredElsewhere)
        #expect(call.violations == [])
    }

    @Test func `scenario 49: the answer of the app before is worth nothing once the next has a leg of its own`() {
        var call = RingStory.ringing(1)
        call.asks("a", .ready, process: "2")
        call.answers(1)
        #expect(call.stage == .ringing && call.commands == [])
        call.ends(1)
        call.rings(2)
        call.talks(2)
        #expect(call.session.status.winner == "a" && call.violations == [])
    }

    @Test func `scenario 49: an app that has answered before the next is ready has the call`() {
        var call = RingStory.ringing(1)
        call.answers(1)
        call.asks("a", .ready, process: "2")
        #expect(call.commands == [] && call.notices == ["reply to a: ringing"] && call.session.legs.count == 1)
        #expect(call.violations == [])
    }

    @Test func `scenario 49: a claim goes over to the leg of the app that begins anew`() {
        var call = RingStory.ringing(2)
        call.asks("a", .claim)
        call.asks("a", .ready, process: "2")
        #expect(call.commands == ["dial 3", "hang up 1: unreachable"] && call.notices == ["reply to a: dialing"])
        call.ends(1)
        #expect(call.stage == .claimed)
        call.rings(3)
        call.talks(3)
        #expect(call.session.status.winner == "a" && call.reason("b") == .answeredElsewhere)
        #expect(call.violations == [])
    }

    @Test
    func `scenario 49: an app that begins anew for the third time keeps the leg there is, and so does one too late`() {
        var call = RingStory.ringing(1)
        for process in 2...4 { call.asks("a", .ready, process: AppProcess(String(process))) }
        #expect(call.session.legs.count == Int(RingLimits.legsPerDeviceMax))
        #expect(call.notices == ["reply to a: ringing"] && call.reason("a") == nil)
        var late = RingStory.ringing(1)
        late.passes(.seconds(28))
        late.asks("a", .ready, process: "2")
        #expect(late.session.legs.count == 1 && late.notices == ["reply to a: ringing"])
        #expect(call.violations == [] && late.violations == [])
    }

    @Test func `scenario 49: a device that takes up a parked caller is dialed anew for the next run of its app, too`() {
        var call = RingStory.parked()
        call.asks(.unpark(DeviceCandidate("a", of: "ann")))
        call.rings(2)
        call.asks("a", .ready, process: "2")
        #expect(call.commands == ["dial 3", "hang up 2: unreachable"])
        call.ends(2)
        #expect(call.session.beside?.device == "a")
        call.rings(3)
        call.answers(3)
        call.bridges(3)
        #expect(call.session.status.winner == "a" && call.violations == [])
    }

    @Test func `scenario 51: a device whose push never comes hears of the call on its connection`() {
        let call = RingStory([DeviceCandidate("a", of: UserID("ann"))])
        #expect(call.notices == ["push to a: ring", "a: ringing"] && call.commands == ["dial 1"])
    }

    @Test func `scenario 51: a device that connects while the call rings hears of it, and of its end without a push`() {
        var call = RingStory([.asleep("a"), .asleep("b")])
        #expect(call.notices == ["push to a: ring", "push to b: ring"])
        call.asks("a", .connected)
        #expect(call.notices == ["a: ringing"] && call.commands == [])
        call.asks("b", .connected)
        call.asks("b", .disconnected)
        #expect(call.notices == [])
        call.callerHangsUp()
        #expect(
            call.notices == [
                "a: over, callerCancelled", "b: over, callerCancelled", "push to b: cancel, callerCancelled",
            ])
        call.asks("a", .connected)
        #expect(call.notices == [] && call.violations == [])
    }

    @Test func `scenario 52: a device that wakes at second 25 is dialed for the rest of the ring`() {
        var call = RingStory([DeviceCandidate("a", of: UserID("ann")), .asleep("b")])
        call.passes(.seconds(25))
        call.asks("b", .ready)
        #expect(call.commands == ["dial 2"])
        let timeouts = call.effects.compactMap { effect -> Duration? in
            guard case .command(.dial(_, let timeout), _) = effect else { return nil }
            return timeout
        }
        #expect(timeouts == [.seconds(7)])
        call.passesUnnoticed(.seconds(6))
        call.talks(2)
        #expect(call.session.status.winner == "b" && call.violations == [])
    }

    @Test func `scenario 52: with two seconds left it is not worth a dial`() {
        var call = RingStory([.asleep("a")])
        call.passes(.seconds(28))
        call.asks("a", .ready)
        #expect(call.notices == ["reply to a: refused"] && call.commands == [])
        call.passes(.seconds(2))
        #expect(call.reason("a") == .missed && call.violations == [])
    }

    @Test func `scenario 53: the cancel goes only to a device that cannot hear of it otherwise`() {
        var call = RingStory([DeviceCandidate("a", of: UserID("ann")), .asleep("b"), .asleep("c")])
        call.rings(1)
        call.asks("c", .connected)
        call.callerHangsUp()
        #expect(
            call.notices == [
                "a: over, callerCancelled", "b: over, callerCancelled", "push to b: cancel, callerCancelled",
                "c: over, callerCancelled",
            ])
        #expect(call.violations == [])
    }

    @Test func `scenario 56: after a crash no push is decided on anew`() throws {
        var call = RingStory([.asleep("a")])
        try call.restarts()
        #expect(call.notices == [] && call.commands == ["look at caller"])
        call.looked(.parent, .alive)
        #expect(call.effects.isEmpty && call.violations == [])
    }
}
