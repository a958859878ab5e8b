import CallModel
import ExchangeStorage
import RingCore
import Testing

/// News of legs that no session knows yet.
extension RingStoreBehavior {
    private static let stranger = CarrierLegID("x")
    private static let answered = RingEvent.carrier(.answered(.parent))
    private static let hungUp = RingEvent.carrier(.hungUp(.parent, .hungUp))

    /// A call rings; returns the name of the dial of its first leg, of which nothing has been heard.
    private static func dialed(_ store: any RingStore) throws -> RingCommandID {
        try apply(store, .open(call()))
        let items = try store.lease(100, from: now, until: now + .seconds(5))
        let dials = items.compactMap { item in
            if case .command(.dial(leg(1), _), let id) = item.body { id } else { nil }
        }
        return try #require(dials.first)
    }

    static func parks(_ store: any RingStore) throws {
        let dial = try dialed(store)
        #expect(try apply(store, .event(answered, .leg(stranger)), news: "e1").outcome == .parked)
        #expect(try apply(store, .event(answered, .leg(stranger)), news: "e1").outcome == .repeated)
        #expect(try store.session(id(1))?.status.stage == .ringing)
        #expect(try store.parkedLegs() == [stranger])
        // The reply to the dial says whose it was.
        let turn = try pass(store, .result(dial, .accepted(stranger)))
        #expect(turn.outcome == .taken && turn.status?.stage == .claimed)
        #expect(try store.session(id(1))?.status.winner == DeviceID("d1"))
        #expect(try store.parkedLegs() == [])
        #expect(try commands(store) == [.answer(.parent)])
    }

    static func parksInOrder(_ store: any RingStore) throws {
        let dial = try dialed(store)
        for event in [answered, hungUp] {
            #expect(try apply(store, .event(event, .leg(stranger))).outcome == .parked)
        }
        try pass(store, .result(dial, .accepted(stranger)))
        // Answered, then over: the claim is vacated, and the other device rings on. The other way round there is none.
        let session = try #require(try store.session(id(1)))
        #expect(session.status.stage == .ringing && session.status.winner == nil)
        #expect(session.epoch == 1)
    }

    static func meets(_ store: any RingStore) throws {
        let dial = try dialed(store)
        #expect(try apply(store, .unknownLeg(stranger)).outcome == .parked)
        #expect(try store.parkedLegs() == [stranger])
        try pass(store, .result(dial, .accepted(stranger)))
        #expect(try store.session(id(1))?.status.stage == .ringing)
        #expect(try store.parkedLegs() == [])
        #expect(
            try apply(store, .unknownLeg(stranger)) == RingTurn(outcome: .taken, session: nil, effects: []))
    }

    static func parksLittle(_ store: any RingStore) throws {
        for _ in 0..<ParkedEvents.countPerLegMax {
            #expect(try apply(store, .event(answered, .leg(stranger))).outcome == .parked)
        }
        #expect(try apply(store, .event(answered, .leg(stranger))).outcome == .unknownSession)
        for number in ParkedEvents.countPerLegMax..<ParkedEvents.countMax {
            #expect(try apply(store, .event(answered, .leg(CarrierLegID("leg \(number)")))).outcome == .parked)
        }
        #expect(try apply(store, .event(answered, .leg(CarrierLegID("one more")))).outcome == .unknownSession)
        let long = CarrierLegID(String(repeating: "x", count: ParkedEvents.legBytesMax + 1))
        #expect(try apply(store, .event(answered, .leg(long))).outcome == .unknownSession)
        #expect(try apply(store, .event(answered, .session(id(1)))).outcome == .unknownSession)
    }

    static func parksBriefly(_ store: any RingStore) throws {
        let dial = try dialed(store)
        #expect(try apply(store, .event(answered, .leg(stranger))).outcome == .parked)
        let later = CarrierLegID("y")
        #expect(try apply(store, .event(answered, .leg(later)), after: 60).outcome == .parked)
        // Too late to be heard, whether or not it was swept away.
        try apply(store, .event(.result(dial, .accepted(stranger)), .session(id(1))), after: 120)
        #expect(try store.session(id(1))?.status.stage == .ringing)
        let sweep = try store.discardParked(before: now)
        #expect(sweep == ParkedEvents.Sweep(discarded: 1, oldest: now + .seconds(60)))
        #expect(try store.parkedLegs() == [later])
        #expect(
            try store.discardParked(before: now + .seconds(60)) == ParkedEvents.Sweep(discarded: 1, oldest: nil))
    }

    static func knowsStrangers(_ store: any RingStore) throws {
        let dial = try dialed(store)
        try pass(store, .carrier(.initiated(leg(1), as: CarrierLegID("first"))))
        // A carrier that dialed twice tells of a second leg, which the session does not take.
        try pass(store, .result(dial, .accepted(stranger)))
        #expect(try apply(store, .event(hungUp, .leg(stranger))).outcome == .unknownSession)
        #expect(try store.session(id(1))?.status.stage == .ringing, "the caller is still there")
    }
}
