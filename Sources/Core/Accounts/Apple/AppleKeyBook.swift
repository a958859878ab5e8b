/// When Apple's keys are fetched: seldom, once for everybody, and never because somebody makes up key names.
///
/// Moments are microseconds since 1970.
public struct AppleKeyBook: Hashable, Sendable {
    public enum Decision: Hashable, Sendable {
        /// The key at hand will do.
        case use
        /// Fetch, then look again.
        case fetch
        /// There is no such key, and it is too early to ask again.
        case refuse
    }

    /// Between two fetches: a storm of unknown names costs Apple one request a minute.
    public static let pause: Int64 = 60_000_000
    /// After which keys at hand are fetched anew. They go on being used as long as Apple cannot be reached.
    public static let freshFor: Int64 = 24 * 3_600_000_000

    private var keyIDs: [String] = []
    private var fetchedAt: Int64?
    private var triedAt: Int64?

    public init() {}

    public func decide(on keyID: String, at now: Int64) -> Decision {
        let isKnown = keyIDs.contains(keyID)
        let mayFetch = triedAt.map { now >= $0 + Self.pause } ?? true
        let isFresh = fetchedAt.map { now < $0 + Self.freshFor } ?? false
        if isKnown, isFresh || !mayFetch { return .use }
        return mayFetch ? .fetch : .refuse
    }

    /// A fetch begins.
    public mutating func tried(at now: Int64) { triedAt = now }

    /// A fetch brought keys.
    public mutating func fetched(_ keyIDs: [String], at now: Int64) {
        self.keyIDs = keyIDs
        fetchedAt = now
    }

    public func knows(_ keyID: String) -> Bool { keyIDs.contains(keyID) }
}
