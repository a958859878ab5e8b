import CallModel
import ExchangeCore
import ExchangeServer
import RingCore
import Testing

@Suite struct BarrierTests {
    private static let session = CallSessionID(UUIDValue.random(high: 1, low: 2))
    private static let leg = LegID(session: session, ordinal: 1)
    private static let answered: [ExchangeEffect] = [
        .reply(ConnectionID(1), .number(1), .answered(CallID("winner"))),
        .callEvent(session, .carrier(.bridged(.leg(leg)))),
    ]

    private func callEvent(of effects: [ExchangeEffect], after event: ExchangeEvent) -> UInt64? {
        var callEvent: UInt64 = 7
        return Barrier(of: effects, after: event, entries: 0, callEvent: &callEvent).callEvent?.number
    }

    @Test func `the reply to who is given a call to a number waits until its session has heard of it`() {
        #expect(callEvent(of: Self.answered, after: .command(Self.session, .bridge(Self.leg, records: false))) == 8)
        let request = ExchangeEvent.request(ConnectionID(1), .number(1), .hangUp(CallID("winner"), .normalClearing))
        #expect(callEvent(of: Self.answered, after: request) == 8)
    }

    @Test func `nothing waits for unrequested news`() {
        let due = ExchangeEvent.timerFired(TimerID(.ring(Self.session), deadline: .seconds(1)))
        #expect(callEvent(of: Self.answered, after: due) == nil)
    }

    @Test func `replies wait for the last entry of their event, and for nothing where there is none`() {
        var callEvent: UInt64 = 0
        let discarded = Barrier(
            of: [.discard(Self.session), .discard(Self.session)], after: .endCall(Self.session), entries: 4,
            callEvent: &callEvent
        )
        #expect(discarded.replies == 6)
        #expect(discarded.record == nil)
        #expect(Barrier(of: [], after: .endCall(Self.session), entries: 4, callEvent: &callEvent).replies == nil)
    }
}
