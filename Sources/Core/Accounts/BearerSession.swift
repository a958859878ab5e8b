/// A signed-in app on one device: an access token for requests, and a refresh token that can be used once.
///
/// A refresh token presented twice means that two parties hold it, so the session ends. The one exception is a client
/// that lost our reply: for a short time, and only while no token of the new pair was used, it may present the old
/// token again. Source: RFC 9700 §4.14.2 (refresh token rotation).
///
/// Moments are microseconds since 1970.
public struct BearerSession: Hashable, Sendable {
    /// A random text that tells nothing of the tokens.
    public let id: String
    /// The name of the signed-in user.
    public let user: String
    /// The id of the device that the app registered.
    public let device: String
    /// When the user signed in.
    public let createdAt: Int64
    /// Counts the token pairs, from 1.
    public private(set) var generation: Int64 = 1
    /// The present pair.
    public private(set) var tokens: TokenPair
    /// When the access token of the present pair ends.
    public private(set) var accessExpiresAt: Int64
    /// When the refresh token of the present pair ends, and the session with it.
    public private(set) var refreshExpiresAt: Int64
    /// The refresh token before the present one; nil: there was none.
    public private(set) var previousRefresh: [UInt8]?
    /// When ``previousRefresh`` was first spent.
    public private(set) var previousSpentAt: Int64?
    /// Whether a token of the present pair was used.
    public private(set) var isUsed = false
    /// When the session was ended, as opposed to expiring; nil: it was not.
    public private(set) var endedAt: Int64?
    /// Why the session was ended; nil while ``endedAt`` is nil.
    public private(set) var end: SessionEndReason?

    /// Begins a session.
    public init(id: String, user: String, device: String, tokens: TokenPair, at now: Int64, policy: SessionPolicy) {
        self.id = id
        self.user = user
        self.device = device
        self.tokens = tokens
        createdAt = now
        accessExpiresAt = now + policy.accessTime
        refreshExpiresAt = now + policy.refreshTime
    }

    /// Restores a stored session.
    public init(
        id: String, user: String, device: String, createdAt: Int64, generation: Int64, tokens: TokenPair,
        accessExpiresAt: Int64, refreshExpiresAt: Int64, previousRefresh: [UInt8]?, previousSpentAt: Int64?,
        isUsed: Bool, endedAt: Int64?, end: SessionEndReason?
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

    /// Whether the access token is valid.
    public func isOpen(at now: Int64) -> Bool { endedAt == nil && now < accessExpiresAt }

    /// Notes a use of the access token. Returns whether the session changed and has to be stored.
    public mutating func use() -> Bool {
        guard !isUsed, endedAt == nil else { return false }
        isUsed = true
        return true
    }

    /// Handles a refresh token of this session, present or past, that was presented.
    ///
    /// - Parameter next: the pair that replaces the present one if the token is accepted.
    public mutating func refresh(
        presenting digest: [UInt8], next: TokenPair, at now: Int64, policy: SessionPolicy
    ) -> RefreshResult {
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

    /// Ends the session; the first reason counts.
    public mutating func finish(_ reason: SessionEndReason, at now: Int64) {
        guard endedAt == nil else { return }
        endedAt = now
        end = reason
    }

    private mutating func rotate(to next: TokenPair, at now: Int64, policy: SessionPolicy) -> RefreshResult {
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

/// The digests of an access token and of the refresh token that replaces both; the tokens themselves are the client's.
public struct TokenPair: Hashable, Sendable {
    /// The digest of the access token.
    public var access: [UInt8]
    /// The digest of the refresh token.
    public var refresh: [UInt8]

    public init(access: [UInt8], refresh: [UInt8]) {
        self.access = access
        self.refresh = refresh
    }
}

/// How long the tokens of a sign-in are valid. Times are in microseconds.
public struct SessionPolicy: Hashable, Sendable {
    /// One hour, which bounds the use of a stolen access token; one refresh an hour costs little.
    public var accessTime: Int64 = 3_600_000_000
    /// 30 days without the app being opened end the session, on every device alike.
    public var refreshTime: Int64 = 30 * 86_400_000_000
    /// How long a refresh whose reply was lost may be repeated: the longest that a mobile client retries one request.
    public var repeatTime: Int64 = 60_000_000

    /// The most refreshes of one session: more than a year of one an hour. Every spent token of a session is
    /// remembered, so that a thief cannot make the exchange forget it; this bounds their number.
    public var refreshesMax: Int64 = 10_000

    public init() {}
}

/// The result of presenting a refresh token.
public enum RefreshResult: Hashable, Sendable {
    /// The session goes on with the new pair.
    case rotated
    case expired
    case ended
    /// The token was spent before, which ends the session.
    case reused
    /// The session has used up its refreshes, which ends it.
    case exhausted

    /// Why the device is revoked; nil: it is not.
    public var revocation: SessionEndReason? {
        switch self {
        case .rotated, .expired, .ended: nil
        case .reused: .tokenReused
        case .exhausted: .refreshedTooOften
        }
    }
}

/// Why a device's session ended.
public enum SessionEndReason: String, Hashable, Sendable, CaseIterable {
    case loggedOut
    /// A spent refresh token was used again: two parties hold it, and either may be a thief.
    case tokenReused
    /// The session was refreshed ``SessionPolicy/refreshesMax`` times.
    case refreshedTooOften
    case deviceRemoved
    case passwordChanged
    /// The user signed in on more devices than ``AccountLimits/devices``; this one was used least recently.
    case tooManyDevices
    case accountDeleted
    /// Apple said that the person withdrew consent or deleted the Apple account.
    case consentRevoked
}
