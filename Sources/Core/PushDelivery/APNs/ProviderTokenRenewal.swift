/// Decides when a team's provider token is renewed: a token is used for 20 to 60 minutes, and never changed sooner.
///
/// Tokens are numbered; the shell keeps the texts. Source: Apple, "Establishing a token-based connection to APNs"
/// (documented); that the rule counts per team (observed, developer forum 674772, 702056).
public struct ProviderTokenRenewal: Hashable, Sendable {
    /// The least time between two tokens of a team. Source: as above (documented).
    public static let changeSpacingMin = Duration.seconds(20 * 60)
    /// The age at which a token is renewed: ten minutes before Apple refuses it, so that clocks may differ.
    public static let refreshAge = Duration.seconds(50 * 60)
    /// The age at which Apple refuses a token. Source: as above (documented).
    public static let ageMax = Duration.seconds(60 * 60)
    /// The wait after the shell failed to make a token.
    public static let failureWait = Duration.seconds(5)

    /// Counts tokens from 1.
    public typealias Generation = UInt32

    private struct Token: Hashable, Sendable {
        var generation: Generation
        var mintedAt: Duration
    }

    private var current: Token?
    private var previous: Token?
    private var minting: Generation?
    private var lastGeneration: Generation = 0
    private var noMintBefore: Duration = .zero - .seconds(1 << 40)

    public init() {}

    /// The token to send with; nil: none may be used now.
    public func usable(at now: Duration) -> Generation? {
        guard let current, now < current.mintedAt + Self.ageMax else { return nil }
        return current.generation
    }

    /// The number of the token to make now, if one is to be made. The shell answers with ``minted(_:age:at:)`` or
    /// ``mintFailed(_:at:)``; until then no other is requested.
    public mutating func generationToMint(at now: Duration) -> Generation? {
        guard minting == nil, now >= noMintBefore else { return nil }
        if let current, now < current.mintedAt + Self.refreshAge { return nil }
        lastGeneration += 1
        minting = lastGeneration
        return lastGeneration
    }

    /// Notes that the token of that number exists. The team may have made it a while ago, for another environment.
    public mutating func minted(_ generation: Generation, age: Duration = .zero, at now: Duration) {
        guard minting == generation else { return }
        minting = nil
        previous = current
        current = Token(generation: generation, mintedAt: now - age)
        noMintBefore = now - age + Self.changeSpacingMin
    }

    /// Notes that the token of that number could not be made.
    public mutating func mintFailed(_ generation: Generation, at now: Duration) {
        guard minting == generation else { return }
        minting = nil
        noMintBefore = now + Self.failureWait
    }

    /// Notes that Apple calls the token expired. It is given up, and renewed as soon as that is allowed.
    public mutating func expired(_ generation: Generation) {
        guard current?.generation == generation else { return }
        current = nil
        previous = nil
    }

    /// Notes that Apple says that tokens change too often: the newest is given up for the one before, and none is made
    /// for a while.
    public mutating func changedTooOften(_ generation: Generation, at now: Duration) {
        noMintBefore = max(noMintBefore, now + Self.changeSpacingMin)
        guard current?.generation == generation else { return }
        current = previous
        previous = nil
    }

    /// When ``generationToMint(at:)`` may give another answer.
    public func nextChange(after now: Duration) -> Duration? {
        guard minting == nil else { return nil }
        guard let current else { return noMintBefore > now ? noMintBefore : nil }
        return max(noMintBefore, current.mintedAt + Self.refreshAge)
    }
}
