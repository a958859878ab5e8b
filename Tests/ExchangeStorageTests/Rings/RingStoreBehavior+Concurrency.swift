import Dispatch
import ExchangeStorage
import RingCore
import Synchronization
import Testing

/// Several who work on the store at the same time.
extension RingStoreBehavior {
    /// What each of several threads says, which all ask at the same time.
    private static func atOnce<Answer: Sendable>(
        _ count: Int, _ ask: @Sendable (Int) throws -> Answer
    ) throws -> [Answer] {
        let answers = Mutex<[Result<Answer, any Error>]>([])
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let answer = Result { try ask(index) }
            answers.withLock { $0.append(answer) }
        }
        return try answers.withLock { $0 }.map { try $0.get() }
    }

    static func handsOutOnce(_ store: any RingStore) throws {
        for number in 1...8 as ClosedRange<UInt64> { try apply(store, .open(call(number))) }
        let leases = try atOnce(8) { _ in try store.lease(4, from: now, until: now + .seconds(5)) }
        let positions = leases.flatMap { $0.map(\.position) }
        #expect(!positions.isEmpty)
        #expect(Set(positions).count == positions.count)
    }

    static func claimsOnceAtOnce(_ store: any RingStore) throws {
        try apply(store, .open(call(devices: 4)))
        _ = try carryOut(store)
        let turns = try atOnce(4) { index in
            try pass(store, .carrier(.answered(.leg(leg(UInt16(index + 1))))), news: "answer \(index)")
        }
        #expect(turns.allSatisfy { $0.outcome == .taken })
        #expect(try store.session(id(1))?.status.stage == .claimed)
        let bridges = try carryOut(store).filter { if case .bridge = $0 { true } else { false } }
        #expect(bridges.count == 1)
    }
}
