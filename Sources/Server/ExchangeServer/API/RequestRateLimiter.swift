internal import Synchronization

/// Limits the rate of requests: of a proven asker at all addresses together, and of an address for requests that prove
/// nothing.
///
/// It is checked once the asker is known, so that other clients at an address do not block a proven asker there.
final class RequestRateLimiter: Sendable {
    private let askers: Mutex<RateLimit<String>>
    private let addresses: Mutex<RateLimit<ClientAddress>>
    private let clock: RunClock

    init(limits: ServerLimits, clock: RunClock) {
        self.clock = clock
        askers = Mutex(RateLimit(requests: limits.apiRequestsPerMinute, within: .seconds(60)))
        addresses = Mutex(RateLimit(requests: limits.apiRequestsPerMinuteOfAddress, within: .seconds(60)))
    }

    /// Changes the limits from now on.
    func setLimits(_ limits: ServerLimits) {
        askers.withLock { $0.allow(limits.apiRequestsPerMinute) }
        addresses.withLock { $0.allow(limits.apiRequestsPerMinuteOfAddress) }
    }

    /// - Parameters:
    ///   - asker: the proven asker; nil: the request proves nothing and counts for its address.
    ///   - address: the client's address; nil: unknown.
    /// - Throws: `Problem` with the time of the next allowed request.
    func admit(_ asker: APIPrincipal?, from address: ClientAddress?) throws(Problem) {
        let now = clock.now
        let wait: Duration?
        if let key = asker?.key {
            wait = askers.withLock { $0.admit(key, at: now) }
        } else if let address {
            wait = addresses.withLock { $0.admit(address, at: now) }
        } else {
            wait = nil
        }
        if let wait { throw Problem.tooManyRequests(wait: wait) }
    }
}

/// Limits how often each key may come: a burst, then a steady rate.
///
/// Each key has a leaky bucket. ``LoginFailures`` limits wrong passwords. The type has no clock: the moment is an
/// argument, counted from any origin.
package struct RateLimit<Key: Hashable & Sendable>: Sendable {
    /// The most keys remembered at once, in some 500 kB. When all of them are fresh, further ones are not counted: a
    /// limit per key does not stop an attacker who has that many.
    private let keysMax: Int
    private let window: Duration
    private var size: LeakyBucket.Size
    private var buckets: [Key: LeakyBucket] = [:]
    private var nextSweep = Duration.zero

    /// - Parameter requests: the requests admitted within a window; 1 or more.
    package init(requests: Int, within window: Duration, keysMax: Int = 10_000) {
        self.window = window
        self.keysMax = keysMax
        size = .init(requests, within: window)
    }

    /// Changes the number admitted within a window; earlier requests expire as they would have.
    package mutating func allow(_ requests: Int) { size = .init(requests, within: window) }

    /// The number of remembered keys.
    package var count: Int { buckets.count }

    /// How long the next request of a key is refused; nil: it is admitted.
    package func wait(_ key: Key, at now: Duration) -> Duration? { buckets[key]?.wait(in: size, at: now) }

    /// Admits a request and counts it, or returns how long the next one of its key is refused.
    package mutating func admit(_ key: Key, at now: Duration) -> Duration? {
        if let wait = wait(key, at: now) { return wait }
        if buckets[key] != nil || makeRoom(at: now) { buckets[key, default: LeakyBucket()].add(in: size, at: now) }
        return nil
    }

    /// Takes back a request that was counted.
    package mutating func giveBack(_ key: Key) { buckets[key]?.remove(in: size) }

    /// Drops expired keys, at most once per interval, so that a flood of new ones stays cheap.
    private mutating func makeRoom(at now: Duration) -> Bool {
        guard buckets.count >= keysMax else { return true }
        guard now >= nextSweep else { return false }
        nextSweep = now + size.interval
        buckets = buckets.filter { $0.value.emptyAt > now }
        return buckets.count < keysMax
    }
}
