import ExchangeServer
import Testing

@Suite struct FailureLimitTests {
    /// Three failures within thirty seconds; one is forgiven every ten.
    private func limit(keysMax: Int = 100) -> FailureLimit<String> {
        FailureLimit(failures: 3, within: .seconds(30), keysMax: keysMax)
    }

    @Test func `after so many failures the next try is heard when one is forgiven`() {
        var limit = limit()
        for _ in 1...3 {
            #expect(limit.wait(of: "a", at: .seconds(5)) == nil)
            limit.failed("a", at: .seconds(5))
        }
        #expect(limit.wait(of: "a", at: .seconds(5)) == .seconds(10))
        #expect(limit.wait(of: "a", at: .seconds(14)) == .seconds(1))
        #expect(limit.wait(of: "a", at: .seconds(15)) == nil)
        limit.failed("a", at: .seconds(15))
        #expect(limit.wait(of: "a", at: .seconds(15)) == .seconds(10), "one was forgiven, not all")
    }

    @Test func `whoever guesses all day is heard no more often than one is forgiven`() {
        var limit = limit()
        var heard = 0
        for second in 0..<3_600 {
            guard limit.wait(of: "a", at: .seconds(second)) == nil else { continue }
            heard += 1
            limit.failed("a", at: .seconds(second))
        }
        #expect(heard == 3 + 3_600 / 10 - 1)
    }

    @Test func `the failures of one do not concern another`() {
        var limit = limit()
        for _ in 1...3 { limit.failed("a", at: .zero) }
        #expect(limit.wait(of: "a", at: .zero) != nil)
        #expect(limit.wait(of: "b", at: .zero) == nil)
    }

    @Test func `no more are remembered than there is room for, and the forgiven are forgotten`() {
        var limit = limit(keysMax: 4)
        for number in 0..<1_000 { limit.failed("\(number)", at: .seconds(1)) }
        #expect(limit.count == 4)
        for _ in 1...2 { limit.failed("0", at: .seconds(1)) }
        #expect(limit.wait(of: "0", at: .seconds(1)) != nil, "whoever is remembered stays so")
        for _ in 1...3 { limit.failed("new", at: .seconds(12)) }
        #expect(limit.wait(of: "new", at: .seconds(12)) == .seconds(10))
        #expect(limit.count == 2)
    }
}
