import CallModel
import RingCore
import Testing

/// Devices that log in while a call rings, where a log-in says that the device is ready; and sessions that live in
/// memory.
struct Arriving {
    private static func arrived(_ device: DeviceID) -> RingEvent {
        .arrived(DeviceCandidate(device, of: "ann", hasPush: false, hasChannel: false))
    }

    @Test func `a device that was not there when the call came is dialed when it logs in`() {
        var call = RingStory.ringing(1)
        call.happens(Self.arrived("late"))
        #expect(call.commands == ["dial 2"])
        call.rings(2)
        call.talks(2)
        #expect(call.session.winner == "late" && call.reason("a") == .answeredElsewhere)
    }

    @Test func `a device that a push woke is dialed once, however often it logs in`() {
        var call = RingStory([.asleep("a")])
        #expect(call.commands == [])
        call.happens(Self.arrived("a"))
        #expect(call.commands == ["dial 1"])
        call.rings(1)
        call.happens(Self.arrived("a"))
        #expect(call.commands == [] && call.violations == [])
    }

    @Test func `a device that declined is not dialed when it logs in anew`() {
        var call = RingStory.ringing(2)
        call.ends(1, .declined)
        call.happens(Self.arrived("a"))
        #expect(call.commands == [] && call.reason("a") == .declined && call.stage == .ringing)
    }

    @Test func `no device is dialed that logs in once the call is answered`() {
        var call = RingStory.ringing(1)
        call.talks(1)
        call.happens(Self.arrived("late"))
        #expect(call.commands == [] && call.session.devices.count == 1)
    }

    @Test func `a session in memory decides as one in a store, and only leaves out its own records`() {
        var stored = RingStory.ringing(3).session
        var inMemory = stored
        let leg = { (number: UInt16) in LegRef.leg(LegID(session: RingStory.session, ordinal: number)) }
        let events: [RingEvent] = [
            .carrier(.hungUp(leg(1), .declined)), Self.arrived("late"), .carrier(.answered(leg(2))),
            .carrier(.bridged(leg(2))), .carrier(.hungUp(.parent, .hungUp)),
        ]
        for event in events {
            var update = RingSessionUpdate(of: stored)
            update.apply(event, at: RingStory.start)
            stored = update.session
            var decided: [RingEffect] = []
            inMemory.handle(event, at: RingStory.start, into: &decided)
            #expect(decided == update.effects.filter(\.isDecision))
            #expect(inMemory.phase == stored.phase && inMemory.legs == stored.legs)
            #expect(inMemory.devices == stored.devices && inMemory.parent == stored.parent)
        }
        #expect(inMemory.version < stored.version)
    }

    @Test func `only an event that changes a stored session raises its revision`() {
        let call = RingStory.ringing(1)
        var update = RingSessionUpdate(of: call.session)
        update.apply(.carrier(.ringing(call.leg(1))), at: call.now)
        #expect(update.session.revision == update.revision && update.effects == [])
        update.apply(.carrier(.hungUp(.parent, .hungUp)), at: call.now)
        #expect(update.session.revision == update.revision + 1)
        #expect(update.effects.contains(.stateChanged(update.session.status)))
    }
}

extension RingEffect {
    /// Whether it is more than the session's own state.
    fileprivate var isDecision: Bool {
        switch self {
        case .stateChanged, .wake, .closed: false
        case .command, .withdraw, .push, .notice, .reply, .record, .alarm, .refused: true
        }
    }
}
