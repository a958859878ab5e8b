internal import Crypto

/// A bearer token of the HTTP API, kept as its SHA-256 only.
///
/// Tokens are made by machines and long; a plain hash of one cannot be guessed back, so no salt is needed and a request
/// costs one hash.
public struct APIToken: Hashable, Sendable {
    /// The fewest characters a token may have: 128 random bits in hexadecimal are 32, and base64 makes them 22.
    public static let charactersMin = 16

    /// Who holds it, for logs.
    public let name: String
    let digest: [UInt8]

    /// - Throws: `ExchangeServerError` when the token is too short to be safe.
    public init(name: String, token: String) throws(ExchangeServerError) {
        guard token.utf8.count >= Self.charactersMin else {
            throw ExchangeServerError(
                .configuration,
                "API token \"\(name)\" is shorter than \(Self.charactersMin) characters; try `openssl rand -hex 16`")
        }
        self.name = name
        digest = Self.digest(of: token)
    }

    /// Compares in a time that does not depend on where they differ.
    func matches(digest other: [UInt8]) -> Bool {
        ConstantTime.equal(digest, other)
    }

    static func digest(of token: String) -> [UInt8] {
        Array(SHA256.hash(data: Array(token.utf8)))
    }
}
