internal import Synchronization

/// Counts the open connections of an engine. What was admitted is counted for as long as the admission is held, so
/// that every way a connection can end gives it back.
///
/// Isolation: any thread.
public final class ConnectionLimiter: Sendable {
    /// Counted until it is released.
    public final class Admission: Sendable {
        private let limiter: ConnectionLimiter

        fileprivate init(_ limiter: ConnectionLimiter) {
            self.limiter = limiter
        }

        deinit { limiter.open.withLock { $0 -= 1 } }
    }

    /// The most at once.
    public let limit: Int
    private let open = Mutex(0)

    public init(limit: Int) {
        self.limit = limit
    }

    /// Counts one more.
    ///
    /// - Throws: `MediaError` with code `.limitReached`.
    public func admit() throws(MediaError) -> Admission {
        let isAdmitted = open.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
        guard isAdmitted else { throw MediaError(.limitReached, "\(limit) connections") }
        return Admission(self)
    }
}
