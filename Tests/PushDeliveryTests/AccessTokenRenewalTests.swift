import PushDelivery
import Testing

@Suite struct AccessTokenRenewalTests {
    private var jitter = RetryBackoff(seed: 1)

    private func granted(life: Duration = .seconds(3_599)) -> AccessTokenRenewal {
        var clock = AccessTokenRenewal()
        #expect(clock.generationToFetch(at: .zero) == 1)
        clock.granted(1, life: life, at: .zero)
        return clock
    }

    @Test func `one request for a token at a time, however many ask`() {
        var clock = AccessTokenRenewal()
        #expect(clock.generationToFetch(at: .zero) == 1)
        #expect(clock.generationToFetch(at: .seconds(9)) == nil)
        #expect(clock.usable(at: .zero) == nil)
    }

    @Test func `a token is renewed five minutes before its end, and used until then`() {
        var clock = granted()
        #expect(clock.generationToFetch(at: .seconds(3_298)) == nil)
        #expect(clock.generationToFetch(at: .seconds(3_299)) == 2)
        #expect(clock.usable(at: .seconds(3_598)) == 1)
        #expect(clock.usable(at: .seconds(3_599)) == nil)
    }

    @Test(arguments: [(Duration.zero, 30), (.seconds(1), 30), (.seconds(1 << 29), 3_600)])
    func `a life that cannot be is not believed`(life: Duration, seconds: Int) {
        let clock = granted(life: life)
        #expect(clock.usable(at: .seconds(seconds - 1)) == 1)
        #expect(clock.usable(at: .seconds(seconds)) == nil)
    }

    @Test func `a refused request waits longer each time, up to half a minute`() {
        var clock = AccessTokenRenewal()
        var jitter = jitter
        var now = Duration.zero
        var waits: [Duration] = []
        for _ in 0..<12 {
            guard let generation = clock.generationToFetch(at: now) else { break }
            clock.refused(generation, jitter: &jitter, at: now)
            guard let next = clock.nextChange(after: now) else { break }
            waits.append(next - now)
            now = next
        }
        #expect(waits.count == 12)
        #expect(waits[0] >= .milliseconds(250) && waits[0] <= .milliseconds(500))
        #expect(waits.allSatisfy { $0 <= .seconds(30) })
        #expect(waits[11] >= .seconds(15))
    }

    @Test func `a token answered 401 is replaced once, and not again within a minute`() {
        var clock = granted()
        #expect(clock.rejected(1, at: .seconds(5)) == true)
        #expect(clock.usable(at: .seconds(5)) == nil)
        #expect(clock.generationToFetch(at: .seconds(5)) == 2)
        #expect(clock.rejected(1, at: .seconds(5)) == true, "others that used it too wait for the same new one")
        clock.granted(2, life: .seconds(3_600), at: .seconds(6))
        #expect(clock.rejected(1, at: .seconds(7)) == true)
        #expect(clock.usable(at: .seconds(7)) == 2)
        #expect(clock.rejected(2, at: .seconds(8)) == false, "a fresh one that is refused too is no matter of age")
        #expect(clock.usable(at: .seconds(8)) == 2)
        #expect(clock.rejected(2, at: .seconds(66)) == true)
    }
}
