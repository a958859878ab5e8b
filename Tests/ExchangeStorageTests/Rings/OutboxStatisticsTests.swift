import CallModel
import ExchangeStorage
import RingCore
import Testing

/// The statistics of every store about the commands still to be sent.
@Suite struct OutboxStatisticsTests {
    @Test(arguments: StoreUnderTest.allCases)
    func `S11: waiting commands are counted by kind, with the time at which the oldest was decided`(
        store: StoreUnderTest
    ) throws {
        try store.keep { store in
            func dials() throws -> (count: Int, oldest: Duration)? {
                try store.outbox().first { $0.kind == .dial }.map { ($0.count, $0.oldest) }
            }
            let now = RingStoreBehavior.now
            #expect(try store.outbox().isEmpty)
            try RingStoreBehavior.apply(store, .open(RingStoreBehavior.call()))
            let first = try #require(try dials())
            #expect(first == (2, now))
            #expect(try store.outbox().allSatisfy { $0.oldest == now })
            try RingStoreBehavior.apply(store, .open(RingStoreBehavior.call(2)), after: 10)
            let both = try #require(try dials())
            #expect(both == (4, now))
            let gone = RingEvent.carrier(.hungUp(.parent, .hungUp))
            try RingStoreBehavior.apply(store, .event(gone, .session(RingStoreBehavior.id(1))), after: 20)
            let left = try #require(try dials())
            #expect(left == (2, now + .seconds(10)), "a withdrawn command waits no more")
        }
    }
}
