public import ExchangeCore

/// Before which moments what is over is forgotten. Microseconds since 1970.
public struct AccountHorizon: Hashable, Sendable {
    /// Of sessions, credentials and invitations that are over.
    public var over: Int64
    /// Of nonces that were spent: one that is over is refused without being remembered.
    public var nonces: Int64
    /// Of requests that clients named by a key.
    public var requests: Int64
    /// Of notices that were followed: one that comes again after that is followed again.
    public var notices: Int64
    /// Of the audit.
    public var audit: Int64

    /// Of tokens of Google's that were not registered again.
    public var googleTokens: Int64

    private static let day: Int64 = 86_400_000_000

    /// What an exchange keeps: a week of what is over, for those who ask why; spent nonces while they would be good; the answers of a
    /// day, as the API promises; notices of a quarter, far longer than Apple repeats one; the audit of thirteen months;
    /// Google's tokens for the 270 days after which Google lets them expire (Apple's say themselves that they are over).
    ///
    /// - Parameter permit: leave to delete by age.
    public init(by permit: PurgePermit) {
        let now = permit.now
        over = now - 7 * Self.day
        nonces = now
        requests = now - Self.day
        notices = now - 90 * Self.day
        audit = now - 400 * Self.day
        googleTokens = now - 270 * Self.day
    }
}
