import ExchangeCore
import Scopes
import Testing

/// Transfers among all else that devices do, in many orders.
@Suite struct TransferWalkTests {
    @Test(arguments: [BusyRule.unlessTooManyCalls, .withAnyCall])
    func `whatever devices do, a call has its two sides, and in the end no call and no count is left`(rule: BusyRule) {
        var transfers = 0
        for seed in 1...300 as ClosedRange<UInt64> {
            var walk = TransferWalk(seed: seed, busyRule: rule)
            for _ in 0..<60 {
                walk.step()
                #expect(walk.untoldFailures == 0 && walk.strayFailures == 0, "seed \(seed)")
                // While a call is handed over, the device that gets it is a third.
                guard walk.world.checker.violations == [], walk.answeredLegs.allSatisfy({ (1...3).contains($0) }) else {
                    break
                }
            }
            #expect(walk.world.checker.violations == [], "seed \(seed)")
            #expect(walk.answeredLegs.allSatisfy { (1...3).contains($0) }, "seed \(seed)")
            walk.finish()
            #expect(walk.world.checker.violations == [], "seed \(seed), at the end")
            #expect(walk.world.exchange.liveCallCount == 0, "seed \(seed)")
            #expect(walk.counts == [0, 0, 0], "seed \(seed)")
            transfers += walk.transfers
        }
        #expect(transfers > 0)
    }
}
