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
