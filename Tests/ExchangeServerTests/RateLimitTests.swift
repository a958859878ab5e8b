import ExchangeServer
import Testing

@Suite struct RateLimitTests {
    /// Three requests within thirty seconds; one is forgotten every ten.
    private func limit(keysMax: Int = 100) -> RateLimit<String> {
        RateLimit(requests: 3, within: .seconds(30), keysMax: keysMax)
    }

    @Test func `after so many requests the next is heard when one is forgotten`() {
        var limit = limit()
        for _ in 1...3 { #expect(limit.admit("a", at: .seconds(5)) == nil) }
        #expect(limit.admit("a", at: .seconds(5)) == .seconds(10))
        #expect(limit.admit("a", at: .seconds(14)) == .seconds(1))
        #expect(limit.admit("a", at: .seconds(15)) == nil)
        #expect(limit.admit("a", at: .seconds(15)) == .seconds(10), "one was forgotten, not all")
    }

    @Test func `a key that comes all day is heard no more often than one is forgotten`() {
        var limit = limit()
        let heard = (0..<3_600).count { limit.admit("a", at: .seconds($0)) == nil }
        #expect(heard == 3 + 3_600 / 10 - 1)
    }

    @Test func `the requests of one do not concern another`() {
        var limit = limit()
        for _ in 1...3 { _ = limit.admit("a", at: .zero) }
        #expect(limit.admit("a", at: .zero) != nil)
        #expect(limit.admit("b", at: .zero) == nil)
    }

    @Test func `no more are remembered than there is room for, and those that are over are forgotten`() {
        var limit = limit(keysMax: 4)
        for number in 0..<1_000 { _ = limit.admit("\(number)", at: .seconds(1)) }
        #expect(limit.count == 4)
        for _ in 1...2 { _ = limit.admit("0", at: .seconds(1)) }
        #expect(limit.admit("0", at: .seconds(1)) != nil, "an entry that is remembered stays")
        for _ in 1...3 { _ = limit.admit("new", at: .seconds(12)) }
        #expect(limit.admit("new", at: .seconds(12)) == .seconds(10))
        #expect(limit.count == 2)
    }
}
