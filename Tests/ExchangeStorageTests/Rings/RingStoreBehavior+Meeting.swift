import CallModel
import ExchangeStorage
import RingCore
import Testing

/// Scenario 65: calls whose callers call each other.
extension RingStoreBehavior {
    static func from(
        _ user: String?, canBeJoined: Bool = true, isKnown: Bool = true
    ) -> RingCaller {
        RingCaller(
            user: user.map { UserID($0) }, device: isKnown ? user.map { DeviceID("\($0)'s phone") } : nil,
            canBeJoined: canBeJoined)
    }

    /// A call that rings a desk of each of some users.
    static func calls(_ number: UInt64, _ users: String...) -> InboundCall {
        var call = call(number)
        call.devices = users.map {
            DeviceCandidate(DeviceID("\($0)'s desk"), of: UserID($0), hasPush: false, hasChannel: false)
        }
        return call
    }

    private static func outcome(_ store: any RingStore, _ number: UInt64) throws -> RingOutcome? {
        try store.session(id(number))?.status.outcome
    }

    /// Ann calls bob, and bob ann: hers goes on, whichever came first, with his leg as the one that has it.
    static func joinsWhoMeets(_ store: any RingStore) throws {
        try apply(store, .open(calls(1, "bob"), from("ann")))
        let turn = try apply(store, .open(calls(2, "ann"), from("bob")))
        #expect(turn.status?.outcome == .glareMerged && turn.met.map(\.session) == [id(1)])
        #expect(turn.met.first?.status?.winner == DeviceID("bob's phone"))
        try expectJoined(store, survivor: 1, leg: "parent-2")
        #expect(try store.session(id(2))?.isClosed == true)
    }

    static func joinsTheFirst(_ store: any RingStore) throws {
        try apply(store, .open(calls(1, "ann"), from("bob")))
        let turn = try apply(store, .open(calls(2, "bob"), from("ann")))
        #expect(turn.status?.winner == DeviceID("bob's phone") && turn.met.map { $0.status?.outcome } == [.glareMerged])
        try expectJoined(store, survivor: 2, leg: "parent-1")
        // Told again it is the same call.
        #expect(try apply(store, .open(calls(1, "ann"), from("bob"))).outcome == .repeated)
    }

    private static func expectJoined(_ store: any RingStore, survivor: UInt64, leg: String) throws {
        let session = try #require(try store.session(id(survivor)))
        let winner = try #require(session.legs.first { $0.carrierID == CarrierLegID(leg) })
        #expect(session.status.stage == .claimed)
        let sent = try commands(store).filter { if case .dial = $0 { false } else { true } }
        #expect(sent == [.answer(.leg(winner.id))], "the rest of the lane follows when this is settled")
        // An event of the leg reaches the call that has it.
        let over = try apply(store, .event(.carrier(.hungUp(.parent, .hungUp)), .leg(CarrierLegID(leg))))
        #expect(over.session == id(survivor))
        #expect(try store.session(id(survivor))?.legs.first { $0.id == winner.id }?.rank == .over)
    }

    /// A carrier that joins no two callers: the one who is called in the survivor is rung, and their own call is over.
    static func endsWhoCannotBeJoined(_ store: any RingStore) throws {
        try apply(store, .open(calls(1, "ann"), from("bob", canBeJoined: false)))
        var survivor = calls(2, "bob")
        survivor.policy.busy = .skip
        survivor.devices[0].isBusy = true  // With the call that is over now.
        let turn = try apply(store, .open(survivor, from("ann")))
        #expect(turn.status?.stage == .ringing && turn.met.map { $0.status?.outcome } == [.glareMerged])
        let sent = try commands(store)
        #expect(sent.contains(.reject(.answeredElsewhere)), "told that it was taken elsewhere: \(sent)")
        #expect(sent.count { if case .dial = $0 { true } else { false } } == 1, "bob's desk: \(sent)")
        let late = try apply(store, .open(calls(3, "ann"), from("bob", isKnown: false)))
        #expect(late.status?.outcome == .glareMerged && late.met.map { $0.status?.stage } == [.ringing])
    }

    /// Neither strangers, nor groups, nor users who have a call already, nor users who call themselves.
    static func leavesOthersAlone(_ store: any RingStore) throws {
        try apply(store, .open(calls(1, "bob"), from(nil)))
        try apply(store, .open(calls(2, "ann", "cid"), from("bob")))
        try apply(store, .open(calls(3, "dan"), from("eve")))
        try apply(store, .event(.carrier(.answered(.leg(leg(1, of: 3)))), .session(id(3))))
        try apply(store, .open(calls(4, "fay"), from("fay")))
        for (number, callee, caller) in [(5, "bob", "ann"), (6, "eve", "dan"), (7, "fay", "fay")]
            as [(UInt64, String, String)]
        {
            let turn = try apply(store, .open(calls(number, callee), from(caller)))
            #expect(turn.met.isEmpty && turn.status?.stage == .ringing)
        }
        for number in UInt64(1)...7 { #expect(try outcome(store, number) == nil) }
    }
}
