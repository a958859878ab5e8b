import PushDelivery
import Testing

@Suite struct ProviderTokenRenewalTests {
    private static func minute(_ count: Int) -> Duration { .seconds(60 * count) }

    private func started() -> ProviderTokenRenewal {
        var clock = ProviderTokenRenewal()
        #expect(clock.generationToMint(at: .zero) == 1)
        clock.minted(1, at: .zero)
        return clock
    }

    @Test func `a token is used for fifty minutes and renewed before Apple refuses it`() {
        var clock = started()
        #expect(clock.generationToMint(at: Self.minute(49)) == nil)
        #expect(clock.nextChange(after: Self.minute(1)) == Self.minute(50))
        #expect(clock.generationToMint(at: Self.minute(50)) == 2)
        #expect(clock.usable(at: Self.minute(51)) == 1, "the old one serves until the new one is there")
        clock.minted(2, at: Self.minute(51))
        #expect(clock.usable(at: Self.minute(51)) == 2)
    }

    @Test func `a token that could not be renewed is used until it is an hour old`() {
        var clock = started()
        #expect(clock.generationToMint(at: Self.minute(50)) == 2)
        clock.mintFailed(2, at: Self.minute(50))
        #expect(clock.generationToMint(at: Self.minute(50)) == nil)
        #expect(clock.usable(at: Self.minute(59)) == 1)
        #expect(clock.usable(at: Self.minute(60)) == nil)
        #expect(clock.generationToMint(at: Self.minute(50) + .seconds(5)) == 3)
    }

    @Test func `only one token is made at a time`() {
        var clock = ProviderTokenRenewal()
        #expect(clock.generationToMint(at: .zero) == 1)
        #expect(clock.generationToMint(at: Self.minute(90)) == nil)
        clock.minted(7, at: .zero)
        #expect(clock.usable(at: .zero) == nil, "a token that was not requested is not used")
    }

    @Test func `an expired token is followed by a new one, but not within twenty minutes of the last`() {
        var clock = started()
        clock.expired(1)
        #expect(clock.usable(at: Self.minute(1)) == nil)
        #expect(clock.generationToMint(at: Self.minute(19)) == nil)
        #expect(clock.nextChange(after: Self.minute(1)) == Self.minute(20))
        #expect(clock.generationToMint(at: Self.minute(20)) == 2)
    }

    @Test func `a reply to an older token changes nothing`() {
        var clock = started()
        _ = clock.generationToMint(at: Self.minute(50))
        clock.minted(2, at: Self.minute(50))
        clock.expired(1)
        clock.changedTooOften(1, at: Self.minute(50))
        #expect(clock.usable(at: Self.minute(50)) == 2)
    }

    @Test func `after too many changes the old token serves on and none is made for twenty minutes`() {
        var clock = started()
        _ = clock.generationToMint(at: Self.minute(50))
        clock.minted(2, at: Self.minute(50))
        clock.changedTooOften(2, at: Self.minute(51))
        #expect(clock.usable(at: Self.minute(52)) == 1)
        #expect(clock.generationToMint(at: Self.minute(70)) == nil)
        #expect(clock.usable(at: Self.minute(60)) == nil, "the old one has its end too")
        #expect(clock.generationToMint(at: Self.minute(71)) == 3)
    }

    @Test func `a token the team already had keeps its age`() {
        var clock = ProviderTokenRenewal()
        #expect(clock.generationToMint(at: .zero) == 1)
        clock.minted(1, age: Self.minute(15), at: .zero)
        clock.expired(1)
        #expect(clock.generationToMint(at: Self.minute(5)) == 2)
        clock.minted(2, age: Self.minute(10), at: Self.minute(5))
        #expect(clock.generationToMint(at: Self.minute(44)) == nil)
        #expect(clock.generationToMint(at: Self.minute(45)) == 3)
    }

    @Test func `two tokens are never made within twenty minutes, whatever the replies`() {
        var clock = ProviderTokenRenewal()
        var made: [Duration] = []
        for minute in 0..<600 {
            let now = Self.minute(minute)
            if let generation = clock.generationToMint(at: now) {
                clock.minted(generation, at: now)
                made.append(now)
            }
            if minute % 7 == 3, let usable = clock.usable(at: now) { clock.expired(usable) }
            if minute % 31 == 5, let usable = clock.usable(at: now) { clock.changedTooOften(usable, at: now) }
        }
        #expect(made.count > 10)
        #expect(zip(made, made.dropFirst()).allSatisfy { $1 - $0 >= Self.minute(20) })
    }
}
