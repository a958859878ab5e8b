public import Redaction

/// An application that broadcasts through the exchange, as Pusher and Reverb know it.
///
/// The first one is the exchange's own: calls are published in it, and `/broadcasting/auth` signs for it.
public struct BroadcastApp: Hashable, Sendable {
    /// The fewest characters a secret may have: 80 random bits in hexadecimal are 20, as Pusher hands out.
    public static let secretCharactersMin = 16

    /// Its number, which stands in the addresses of the HTTP API.
    public var id: String
    /// What clients connect with; no secret.
    public var key: String
    /// What signatures are made with.
    public var secret: Redacted<String>
    /// Whether clients may send events of their own to the private channels they listen to.
    public var allowsClientEvents: Bool

    public init(id: String, key: String, secret: Redacted<String>, allowsClientEvents: Bool = true) {
        self.id = id
        self.key = key
        self.secret = secret
        self.allowsClientEvents = allowsClientEvents
    }
}
