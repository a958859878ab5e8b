import CallModel
import ExchangeStorage
import RingCore
import Testing

extension RingStoreBehavior {
    static func opens(_ store: any RingStore) throws {
        let turn = try apply(store, .open(call()))
        #expect(turn.outcome == .taken && turn.session == id(1))
        #expect(try store.session(id(1))?.status.stage == .ringing)
        #expect(try store.openSessions().map(\.session) == [id(1)])
        #expect(try store.openSessions().first?.due != nil)
        let dialed = try carryOut(store)
        #expect(dialed.count { if case .dial = $0 { true } else { false } } == 2)
    }

    static func opensOnce(_ store: any RingStore) throws {
        try apply(store, .open(call()))
        let first = try store.session(id(1))
        var again = call()
        again.session = id(2)
        let turn = try apply(store, .open(again))
        #expect(turn == RingTurn(outcome: .repeated, session: id(1), effects: []))
        #expect(try store.session(id(1)) == first)
        #expect(try store.session(id(2)) == nil)
    }

    static func appliesEventsOnce(_ store: any RingStore) throws {
        try apply(store, .open(call()))
        let answered = RingEvent.carrier(.answered(.leg(leg(1))))
        #expect(try pass(store, answered, news: "e1").outcome == .taken)
        let after = try store.session(id(1))
        #expect(try pass(store, answered, news: "e1").outcome == .repeated)
        #expect(try store.session(id(1)) == after)
        #expect(try store.forgetEventIDs(before: .at(now + .seconds(1)), atMost: 10) == 1)
        #expect(try pass(store, answered, news: "e1").outcome == .taken)
    }

    static func forgetsNewsInPortions(_ store: any RingStore) throws {
        try apply(store, .open(call()))
        for news in ["e1", "e2", "e3"] {
            try pass(store, .carrier(.answered(.leg(leg(1)))), news: news)
        }
        #expect(try store.forgetEventIDs(before: .at(now), atMost: 2) == 0, "none is older")
        let portions = try (0..<3).map { _ in try store.forgetEventIDs(before: .at(now + .seconds(1)), atMost: 2) }
        #expect(portions == [2, 1, 0])
    }

    static func endsBeforeItCame(_ store: any RingStore) throws {
        let gone = RingEvent.carrier(.hungUp(.parent, .hungUp))
        let turn = try apply(store, .event(gone, .leg(CarrierLegID("parent-1"))), news: "e1")
        #expect(turn.outcome == .parked)
        try apply(store, .open(call()))
        #expect(try store.session(id(1))?.status.outcome == .cancelled)
        #expect(try store.parkedLegs() == [])
        #expect(try commands(store) == [])
    }

    static func findsByLeg(_ store: any RingStore) throws {
        try apply(store, .open(call()))
        let parent = RingInput.Address.leg(CarrierLegID("parent-1"))
        #expect(try apply(store, .event(.reconcile, parent)).session == id(1))
        try pass(store, .carrier(.initiated(leg(1), as: CarrierLegID("x"))))
        let ringing = RingEvent.carrier(.ringing(leg(1)))
        #expect(try apply(store, .event(ringing, .leg(CarrierLegID("x")))).session == id(1))
    }

    static func keepsOrder(_ store: any RingStore) throws {
        try apply(store, .open(call()))
        let items = try store.lease(100, from: now, until: now + .seconds(5))
        #expect(items.map(\.position) == items.map(\.position).sorted())
        let dials = items.compactMap { if case .command(_, let id) = $0.body { id } else { nil } }
        #expect(dials.count == 2, "two legs are dialed side by side")
        // The caller is gone while both dials are on their way: the hang-ups wait for what came of them.
        try pass(store, .carrier(.hungUp(.parent, .hungUp)))
        #expect(try commands(store) == [])
        try pass(store, .result(try #require(dials.first), .accepted(CarrierLegID("x"))))
        let next = try commands(store)
        #expect(next == [.hangUp(.leg(leg(1)), .cancelled)])
    }

    static func leasesAgain(_ store: any RingStore) throws {
        try apply(store, .open(call(devices: 1)))
        let first = try store.lease(100, from: now, until: now + .seconds(5))
        #expect(first.map(\.attempts).max() == 0)
        #expect(try store.lease(100, from: now + .seconds(4), until: now + .seconds(9)) == [])
        let again = try store.lease(100, from: now + .seconds(5), until: now + .seconds(10))
        #expect(again.map(\.body) == first.map(\.body))
        #expect(again.allSatisfy { $0.attempts == 1 })
    }

    static func claimsOnce(_ store: any RingStore) throws {
        try apply(store, .open(call()))
        _ = try carryOut(store)
        let inputs = [1, 2].map { RingInput(.event(.carrier(.answered(.leg(leg($0)))), .session(id(1)))) }
        let turns = try store.apply(inputs, at: now)
        #expect(turns.count == 2)
        let session = try #require(try store.session(id(1)))
        #expect(session.status.stage == .claimed && session.status.winner == DeviceID("d1"))
        let bridges = try carryOut(store).filter { if case .bridge = $0 { true } else { false } }
        #expect(bridges == [.bridge(leg(1), records: false)])
    }

    static func withdraws(_ store: any RingStore) throws {
        try apply(store, .open(call()))
        let first = try store.lease(1, from: now, until: now + .seconds(5))
        #expect(first.count == 1)
        try pass(store, .carrier(.hungUp(.parent, .hungUp)))
        let dials = try carryOut(store).filter { if case .dial = $0 { true } else { false } }
        #expect(dials == [], "the dial that was handed out is on its way, the other one is withdrawn")
    }

    static func records(_ store: any RingStore) throws {
        try apply(store, .open(call()))
        try pass(store, .carrier(.hungUp(.parent, .hungUp)))
        let records = try store.records(of: id(1))
        #expect(records.contains(.missedCall([UserID("u")], .cancelled)))
        #expect(records.contains(.device(DeviceID("d1"), of: UserID("u"), .callerCancelled)))
        let calls = records.filter { if case .call = $0 { true } else { false } }
        #expect(calls.count == 1)
    }

    static func closes(_ store: any RingStore) throws {
        try apply(store, .open(call()))
        _ = try carryOut(store)
        try pass(store, .carrier(.hungUp(.parent, .hungUp)))
        _ = try carryOut(store)
        for ordinal in [1, 2] as [UInt16] { try pass(store, .carrier(.hungUp(.leg(leg(ordinal)), .unknown))) }
        #expect(try store.openSessions().isEmpty)
        #expect(try store.session(id(1))?.isClosed == true)
    }

    static func staysCalm(_ store: any RingStore) throws {
        #expect(try pass(store, .reconcile).outcome == .unknownSession)
        #expect(try store.openSessions().isEmpty)
        #expect(try store.lease(10, from: now, until: now) == [])
    }
}
