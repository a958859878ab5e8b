internal import Redaction

/// The section `ice-servers`: what devices find their way with.
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
