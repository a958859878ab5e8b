internal import Crypto
internal import Foundation
public import Redaction

/// A STUN or TURN server that devices may use.
public struct IceServerEntry: Hashable, Sendable {
    /// The secret that a relay shares with the exchange, so that each device gets credentials of its own that expire by
    /// themselves: coturn's `use-auth-secret` (draft-uberti-behave-turn-rest).
    public struct SharedSecret: Hashable, Sendable {
        /// The least length of a secret that a configuration may have.
        public static let charactersMin = 16
        /// The allowed lifetimes in minutes. A device asks again in time; a relay keeps a session that has begun.
        public static let lifetimes = 5...2_880

        /// The secret, the same as in the relay's own configuration.
        public var secret: Redacted<String>
        /// In minutes.
        public var lifetime: Int
        /// The separator between the time and the name: coturn's `rest-api-separator`.
        public var separator: String

        public init(secret: Redacted<String>, lifetime: Int = 60, separator: String = ":") {
            self.secret = secret
            self.lifetime = lifetime
            self.separator = separator
        }
    }

    /// The addresses, such as `stun:stun.example.org` or `turns:turn.example.org:443`. Source: RFC 7064, RFC 7065.
    public var urls: [String]
    /// The name at a TURN server, the same for every device; nil: a STUN server, or ``sharedSecret``.
    public var username: Redacted<String>?
    /// The password that belongs to the name.
    public var credential: Redacted<String>?
    /// Replaces username and credential.
    public var sharedSecret: SharedSecret?

    public init(
        urls: [String], username: Redacted<String>? = nil, credential: Redacted<String>? = nil,
        sharedSecret: SharedSecret? = nil
    ) {
        self.urls = urls
        self.username = username
        self.credential = credential
        self.sharedSecret = sharedSecret
    }
}

/// A STUN or TURN server with the credentials of one device.
public struct IssuedIceServer: Hashable, Sendable {
    /// The addresses of the entry, unchanged.
    public let urls: [String]
    /// The name that the device is to use; nil: a STUN server.
    public let username: Redacted<String>?
    /// The password that belongs to the name.
    public let credential: Redacted<String>?
    /// When the credentials expire, in microseconds since 1970; `nil`: never.
    public let expiresAt: Int64?

    /// - Parameters:
    ///   - entry: the server of the configuration.
    ///   - holder: the user of the server. The relay gets a keyed digest of it, which does not identify the holder.
    ///   - now: in microseconds since 1970.
    public init(_ entry: IceServerEntry, for holder: String, at now: Int64) {
        urls = entry.urls
        guard let shared = entry.sharedSecret else {
            (username, credential, expiresAt) = (entry.username, entry.credential, nil)
            return
        }
        let end = now / 1_000_000 + Int64(shared.lifetime) * 60
        let secret = Array(shared.secret.revealed.utf8)
        let name = HMAC<SHA256>.authenticationCode(for: Array(holder.utf8), using: SymmetricKey(data: secret))
        let username = "\(end)\(shared.separator)\(Hexadecimal.text(of: Array(name.prefix(8))))"
        let code = HMAC<Insecure.SHA1>.authenticationCode(for: Array(username.utf8), using: SymmetricKey(data: secret))
        self.username = Redacted(username)
        credential = Redacted(Data(code).base64EncodedString())
        expiresAt = end * 1_000_000
    }
}

/// The section `ice-servers`.
extension ConfigurationFile {
    static let iceServerKeys = ["urls", "username", "credential", "secret", "lifetime-minutes", "separator"]

    static func iceServer(_ entry: ConfigurationSection) throws(ExchangeServerError) -> IceServerEntry {
        let urls = try entry.texts("urls")
        let schemes = ["stun:", "stuns:", "turn:", "turns:"]
        guard !urls.isEmpty, urls.allSatisfy({ url in schemes.contains { url.hasPrefix($0) } }) else {
            throw entry.complaint("urls", "must be one or more of \(schemes.joined(separator: " "))host:port")
        }
        let username = try entry.text("username")
        let credential = try entry.text("credential")
        let secret = try sharedSecret(entry)
        guard secret == nil || username == nil && credential == nil else {
            throw entry.complaint("secret", "makes username and credential: leave these out, or the secret")
        }
        guard secret == nil || urls.contains(where: { $0.hasPrefix("turn") }) else {
            throw entry.complaint("secret", "is for turn: and turns: servers")
        }
        return IceServerEntry(
            urls: urls, username: username.map { Redacted($0) }, credential: credential.map { Redacted($0) },
            sharedSecret: secret)
    }

    private static func sharedSecret(
        _ entry: ConfigurationSection
    ) throws(ExchangeServerError) -> IceServerEntry.SharedSecret? {
        typealias Secret = IceServerEntry.SharedSecret
        guard let text = try entry.text("secret") else {
            for key in ["lifetime-minutes", "separator"] where entry.has(key) {
                throw entry.complaint(key, "is of credentials that are made with a secret, and there is none")
            }
            return nil
        }
        guard text.utf8.count >= Secret.charactersMin else {
            throw entry.complaint(
                "secret", "must have \(Secret.charactersMin) characters; try `openssl rand -hex 16`")
        }
        var secret = Secret(secret: Redacted(text))
        secret.lifetime = try entry.integer("lifetime-minutes", in: Secret.lifetimes) ?? secret.lifetime
        secret.separator = try entry.text("separator") ?? secret.separator
        guard secret.separator.utf8.count == 1, secret.separator.first?.isNumber == false else {
            throw entry.complaint("separator", "must be one character, and no digit, as the relay's rest-api-separator")
        }
        return secret
    }
}
