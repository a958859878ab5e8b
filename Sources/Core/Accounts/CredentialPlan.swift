/// Which older SIP credentials of a device go when it gets a new one for the same organisation.
///
/// Additive: the new one is there before the old one goes, so that a phone in a call or on its way to register is never
/// locked out. Source: backend ruling 15.
public enum CredentialPlan {
    /// A credential as far as the plan is concerned. Moments in microseconds since 1970.
    public struct Entry: Hashable, Sendable {
        public var login: String
        public var createdAt: Int64
        public var expiresAt: Int64

        public init(login: String, createdAt: Int64, expiresAt: Int64) {
            self.login = login
            self.createdAt = createdAt
            self.expiresAt = expiresAt
        }
    }

    /// How long an older credential still works: a phone comes back from a tunnel within that.
    public static let overlap: Int64 = 15 * 60_000_000
    /// How long a credential works at all. Source: backend ruling 16 (24 hours).
    public static let lifeTime: Int64 = 86_400_000_000
    /// Credentials of one device and organisation that work at once, the new one included: a client that asks again and
    /// again does not fill the exchange.
    public static let liveMax = 4

    /// Those whose end comes earlier than they were told, with the new end.
    public static func retirements(of entries: [Entry], at now: Int64) -> [Entry] {
        let live = entries.filter { $0.expiresAt > now }.sorted { ($0.createdAt, $0.login) < ($1.createdAt, $1.login) }
        let surplus = max(0, live.count - (liveMax - 1))
        return live.enumerated().compactMap { index, entry in
            let end = index < surplus ? now : min(entry.expiresAt, now + overlap)
            guard end < entry.expiresAt else { return nil }
            return Entry(login: entry.login, createdAt: entry.createdAt, expiresAt: end)
        }
    }
}
