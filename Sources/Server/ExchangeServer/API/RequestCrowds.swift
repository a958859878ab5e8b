internal import Synchronization

/// Holds back those who ask too much: an asker by what it proved, wherever it asks from, and an address by the requests
/// that proved nothing.
///
/// Asked once it is known who asks, so that no crowd at an address holds back a person there.
final class RequestCrowds: Sendable {
    private let askers: Mutex<RequestLimit<String>>
    private let addresses: Mutex<RequestLimit<ClientAddress>>
    private let clock: RunClock

    init(limits: ServerLimits, clock: RunClock) {
        self.clock = clock
        askers = Mutex(RequestLimit(requests: limits.apiRequestsPerMinute, within: .seconds(60)))
        addresses = Mutex(RequestLimit(requests: limits.apiRequestsPerMinuteOfAddress, within: .seconds(60)))
    }

    /// From now on.
    func setLimits(_ limits: ServerLimits) {
        askers.withLock { $0.allow(limits.apiRequestsPerMinute) }
        addresses.withLock { $0.allow(limits.apiRequestsPerMinuteOfAddress) }
    }

    /// - Parameters:
    ///   - asker: proven; nil: the request proved nothing, and counts for its address.
    ///   - address: where it came from; nil: from nowhere that could be told.
    /// - Throws: `Problem` saying when to come back.
    func admit(_ asker: APIAsker?, from address: ClientAddress?) throws(Problem) {
        let now = clock.now
        let wait: Duration?
        if let key = asker?.key {
            wait = askers.withLock { $0.take(key, at: now) }
        } else if let address {
            wait = addresses.withLock { $0.take(address, at: now) }
        } else {
            wait = nil
        }
        if let wait { throw Problem.tooManyRequests(wait: wait) }
    }
}

/// Slows down a key that comes again and again: so many times at once, then one time every so often.
///
/// A leaky bucket for each key. Wrong passwords are not for this but for ``LoginFailures``. Pure: the moment is handed in,
/// since any origin.
package struct RequestLimit<Key: Hashable & Sendable>: Sendable {
    /// Keys remembered at once, in some 500 kB. When all of them are fresh, further ones go unnoticed: a limit for each
    /// does not stop an attacker who has that many.
    private let keysMax: Int
    private let window: Duration
    private var size: LeakyBucket.Size
    private var buckets: [Key: LeakyBucket] = [:]
    private var nextSweep = Duration.zero

    /// - Parameter requests: let through within a window; 1 or more.
    package init(requests: Int, within window: Duration, keysMax: Int = 10_000) {
        self.window = window
        self.keysMax = keysMax
        size = .init(requests, within: window)
    }

    /// Lets through so many within a window from now on; what came before is forgotten when it would have been.
    package mutating func allow(_ requests: Int) { size = .init(requests, within: window) }

    /// Keys remembered.
    package var count: Int { buckets.count }

    /// Lets a request through, and counts it; otherwise, how long the next one of its key will not be heard.
    package mutating func take(_ key: Key, at now: Duration) -> Duration? {
        if let wait = buckets[key]?.wait(in: size, at: now) { return wait }
        if buckets[key] != nil || makeRoom(at: now) { buckets[key, default: LeakyBucket()].add(in: size, at: now) }
        return nil
    }

    /// Looks through all keys at most once an interval, so that a flood of new ones stays cheap.
    private mutating func makeRoom(at now: Duration) -> Bool {
        guard buckets.count >= keysMax else { return true }
        guard now >= nextSweep else { return false }
        nextSweep = now + size.interval
        buckets = buckets.filter { $0.value.emptyAt > now }
        return buckets.count < keysMax
    }
}
