/// Decides when an OAuth access token is fetched: one request at a time, renewed before the token ends, and again after
/// a 401.
///
/// Tokens are numbered; the shell keeps the texts. Source: RFC 6749 §4.5, §5.1; RFC 7523.
public struct AccessTokenRenewal: Hashable, Sendable {
    /// A token is renewed this long before its end, so that no message leaves with one that ends on the way.
    public static let margin = Duration.seconds(5 * 60)
    /// The shortest lifetime that is assumed, whatever the answer says: otherwise every message would fetch a token.
    public static let lifeMin = Duration.seconds(30)
    /// The longest lifetime that is believed. Source: Google's tokens live an hour (observed).
    public static let lifeMax = Duration.seconds(3_600)
    /// The least time between two tokens given up because of a 401: a second refusal is not a matter of age.
    public static let rejectionSpacingMin = Duration.seconds(60)
    /// The first and the longest wait after a token could not be fetched.
    public static let failureWait = (first: Duration.milliseconds(500), longest: Duration.seconds(30))

    /// Counts tokens from 1.
    public typealias Generation = UInt32

    private struct Grant: Hashable, Sendable {
        var generation: Generation
        var refreshAt: Duration
        var endsAt: Duration
    }

    private var generation: Generation = 0
    private var fetching = false
    private var granted: Grant?
    private var failures = 0
    private var notBefore: Duration = .zero - .seconds(1 << 40)
    private var rejectedAt: Duration?

    public init() {}

    /// The token to send with; nil: there is none.
    public func usable(at now: Duration) -> Generation? {
        guard let granted, now < granted.endsAt else { return nil }
        return granted.generation
    }

    /// The number of the token to fetch now, if one is to be fetched. No other is requested before the answer.
    public mutating func generationToFetch(at now: Duration) -> Generation? {
        guard !fetching, now >= notBefore else { return nil }
        if let granted, now < granted.refreshAt { return nil }
        fetching = true
        generation += 1
        return generation
    }

    /// Notes that the token was granted, for so long from now.
    public mutating func granted(_ number: Generation, life: Duration, at now: Duration) {
        guard fetching, number == generation else { return }
        fetching = false
        failures = 0
        let life = min(max(life, Self.lifeMin), Self.lifeMax)
        granted = Grant(
            generation: number, refreshAt: now + max(life - Self.margin, life / 2), endsAt: now + life)
    }

    /// Notes that the token was not granted. An old one is used as long as it lives.
    public mutating func refused(_ number: Generation, jitter: inout RetryBackoff, at now: Duration) {
        guard fetching, number == generation else { return }
        fetching = false
        failures += 1
        notBefore = now + jitter.wait(failures, first: Self.failureWait.first, longest: Self.failureWait.longest)
    }

    /// Notes that a message was answered with 401. Returns whether a new token may help: it does not if a fresh one is
    /// refused too.
    public mutating func rejected(_ number: Generation, at now: Duration) -> Bool {
        guard let granted, granted.generation == number else { return number < generation || fetching }
        if let rejectedAt, now < rejectedAt + Self.rejectionSpacingMin { return false }
        rejectedAt = now
        self.granted = nil
        return true
    }

    /// When ``generationToFetch(at:)`` may give another answer.
    public func nextChange(after now: Duration) -> Duration? {
        guard !fetching else { return nil }
        guard let granted else { return notBefore > now ? notBefore : nil }
        return max(notBefore, granted.refreshAt)
    }
}
