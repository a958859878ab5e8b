internal import Synchronization

/// Holds back whoever asks too much: by asker, and by address before anybody is known.
final class RequestCrowds: Sendable {
    private let askers: Mutex<FailureLimit<String>>
    private let addresses: Mutex<FailureLimit<ClientAddress>>
    private let clock: RunClock

    init(limits: ServerLimits, clock: RunClock) {
        self.clock = clock
        askers = Mutex(FailureLimit(failures: limits.apiRequestsPerMinute, within: .seconds(60)))
        addresses = Mutex(FailureLimit(failures: limits.apiRequestsPerMinuteOfAddress, within: .seconds(60)))
    }

    /// From now on.
    func setLimits(_ limits: ServerLimits) {
        askers.withLock { $0.allow(limits.apiRequestsPerMinute) }
        addresses.withLock { $0.allow(limits.apiRequestsPerMinuteOfAddress) }
    }

    /// - Throws: `Problem` saying when to come back.
    func admit(_ asker: APIAsker) throws(Problem) {
        let (key, now) = (asker.key, clock.now)
        let wait = askers.withLock { Self.take(key, from: &$0, at: now) }
        if let wait { throw Problem.tooManyRequests(wait: wait) }
    }

    func admitAddress(_ address: ClientAddress?) throws(Problem) {
        guard let address else { return }
        let now = clock.now
        let wait = addresses.withLock { Self.take(address, from: &$0, at: now) }
        if let wait { throw Problem.tooManyRequests(wait: wait) }
    }

    private static func take<Key>(_ key: Key, from limit: inout FailureLimit<Key>, at now: Duration) -> Duration? {
        if let wait = limit.wait(of: key, at: now) { return wait }
        limit.failed(key, at: now)
        return nil
    }
}
