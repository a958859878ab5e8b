internal import Broadcast
internal import Crypto
public import Redaction

/// An application that broadcasts through the exchange, in the sense of Pusher and Reverb.
///
/// The first one is the exchange's own: calls are published in it, and `/broadcasting/auth` signs for it.
public struct BroadcastApp: Hashable, Sendable {
    /// The fewest characters of a secret: 80 random bits in hexadecimal are 20, as Pusher issues.
    public static let secretCharactersMin = 16

    /// Its id in the addresses of the HTTP API.
    public var id: String
    /// The public key with which clients connect.
    public var key: String
    /// The secret that makes signatures.
    public var secret: Redacted<String>
    /// Whether clients may send events to the private channels that they listen to.
    public var allowsClientEvents: Bool

    public init(id: String, key: String, secret: Redacted<String>, allowsClientEvents: Bool = true) {
        self.id = id
        self.key = key
        self.secret = secret
        self.allowsClientEvents = allowsClientEvents
    }
}

extension ConfigurationFile {
    private static let keys = ["id", "key", "secret", "client-events"]

    /// Reads `broadcast-apps: [{ id, key, secret, client-events }]`.
    static func broadcastApps(_ top: ConfigurationSection) throws(ExchangeServerError) -> [BroadcastApp] {
        var apps: [BroadcastApp] = []
        for entry in try top.sections("broadcast-apps", keys: keys) {
            let app = try broadcastApp(entry)
            guard !apps.contains(where: { $0.id == app.id || $0.key == app.key }) else {
                throw entry.complaint("id", "or key is another application's")
            }
            apps.append(app)
        }
        return apps
    }

    private static func broadcastApp(_ entry: ConfigurationSection) throws(ExchangeServerError) -> BroadcastApp {
        let (id, key) = (try entry.requiredText("id"), try entry.requiredText("key"))
        // Both stand in addresses, unescaped.
        for (name, value) in [("id", id), ("key", key)] where !ChannelName.isValid(value) {
            throw entry.complaint(name, "may have letters, digits and _-=@,.; only")
        }
        let secret = try entry.requiredText("secret")
        guard secret.utf8.count >= BroadcastApp.secretCharactersMin else {
            throw entry.complaint(
                "secret", "must have \(BroadcastApp.secretCharactersMin) characters; try `openssl rand -hex 16`")
        }
        return BroadcastApp(
            id: id, key: key, secret: Redacted(secret),
            allowsClientEvents: try entry.boolean("client-events") ?? true)
    }
}

/// Makes and checks signatures with an application's secret.
///
/// Source: Pusher Channels, “Authorizing users: auth signatures” and “HTTP API: generating authentication signatures”.
package struct BroadcastSignature {
    private let key: String
    private let secret: SymmetricKey

    package init(_ app: BroadcastApp) {
        key = app.key
        secret = SymmetricKey(data: Array(app.secret.revealed.utf8))
    }

    /// HMAC-SHA256 in hexadecimal.
    package func text(of signed: String) -> String { Hexadecimal.text(of: code(of: signed)) }

    /// The proof that admits a client to a channel: `key:signature`.
    package func auth(for signed: String) -> String { "\(key):\(text(of: signed))" }

    /// Compares in a time that does not depend on the place of a difference.
    package func matches(_ signature: some StringProtocol, of signed: String) -> Bool {
        guard signature.utf8.count == 64, let bytes = Hexadecimal.bytes(of: Substring(signature)) else { return false }
        return ConstantTime.equal(bytes, code(of: signed))
    }

    /// Refuses the key of another application. Reverb checks the signature only.
    package func matches(auth: String?, of signed: String) -> Bool {
        guard let auth, let colon = auth.lastIndex(of: ":"), auth[..<colon] == key else { return false }
        return matches(auth[auth.index(after: colon)...], of: signed)
    }

    private func code(of signed: String) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(signed.utf8), using: secret))
    }
}
