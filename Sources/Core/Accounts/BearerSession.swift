/// A signed-in app on one device: an access token for requests, and a refresh token that can be used once.
///
/// A refresh token presented twice means that two parties hold it, so the session ends. The one exception is the client
/// whose reply got lost: as long as nothing of the new pair was ever used, and for a moment only, the old token may be
/// presented again. Source: RFC 9700 §4.14.2 (refresh token rotation).
///
/// Moments are microseconds since 1970.
public struct BearerSession: Hashable, Sendable {
    public let id: String
    public let user: String
    public let device: String
    public let createdAt: Int64
    /// Counts the pairs, from 1.
    public private(set) var generation: Int64 = 1
    public private(set) var tokens: TokenPair
    public private(set) var accessExpiresAt: Int64
    public private(set) var refreshExpiresAt: Int64
    /// The refresh token before the present one, and when it was first spent.
    public private(set) var previousRefresh: [UInt8]?
    public private(set) var previousSpentAt: Int64?
    /// Whether anything of the present pair was ever used.
    public private(set) var isUsed = false
    public private(set) var endedAt: Int64?
    public private(set) var end: SessionEnd?

    /// A new session.
    public init(id: String, user: String, device: String, tokens: TokenPair, at now: Int64, policy: SessionPolicy) {
        self.id = id
        self.user = user
        self.device = device
        self.tokens = tokens
        createdAt = now
        accessExpiresAt = now + policy.accessTime
        refreshExpiresAt = now + policy.refreshTime
    }

    /// A session as it was stored.
    public init(
        id: String, user: String, device: String, createdAt: Int64, generation: Int64, tokens: TokenPair,
        accessExpiresAt: Int64, refreshExpiresAt: Int64, previousRefresh: [UInt8]?, previousSpentAt: Int64?,
        isUsed: Bool, endedAt: Int64?, end: SessionEnd?
    ) {
        self.id = id
        self.user = user
        self.device = device
        self.createdAt = createdAt
        self.generation = generation
        self.tokens = tokens
        self.accessExpiresAt = accessExpiresAt
        self.refreshExpiresAt = refreshExpiresAt
        self.previousRefresh = previousRefresh
        self.previousSpentAt = previousSpentAt
        self.isUsed = isUsed
        self.endedAt = endedAt
        self.end = end
    }

    /// Whether the access token opens anything.
    public func isOpen(at now: Int64) -> Bool { endedAt == nil && now < accessExpiresAt }

    /// The access token was used. Returns whether that is news worth storing.
    public mutating func use() -> Bool {
        guard !isUsed, endedAt == nil else { return false }
        isUsed = true
        return true
    }

    /// A refresh token of this session, present or past, was presented.
    ///
    /// - Parameter next: the pair that takes over if it was worth it.
    public mutating func refresh(
        presenting digest: [UInt8], next: TokenPair, at now: Int64, policy: SessionPolicy
    ) -> RefreshVerdict {
        guard endedAt == nil else { return .ended }
        if digest == tokens.refresh {
            guard now < refreshExpiresAt else { return .expired }
            previousRefresh = digest
            previousSpentAt = now
            return rotate(to: next, at: now, policy: policy)
        }
        if digest == previousRefresh, let spent = previousSpentAt, now <= spent + policy.repeatTime, !isUsed {
            return rotate(to: next, at: now, policy: policy)
        }
        finish(.tokenReused, at: now)
        return .reused
    }

    /// Ends it; the first reason counts.
    public mutating func finish(_ reason: SessionEnd, at now: Int64) {
        guard endedAt == nil else { return }
        endedAt = now
        end = reason
    }

    private mutating func rotate(to next: TokenPair, at now: Int64, policy: SessionPolicy) -> RefreshVerdict {
        guard generation <= policy.refreshesMax else {
            finish(.refreshedTooOften, at: now)
            return .exhausted
        }
        generation += 1
        tokens = next
        isUsed = false
        accessExpiresAt = now + policy.accessTime
        refreshExpiresAt = now + policy.refreshTime
        return .rotated
    }
}
