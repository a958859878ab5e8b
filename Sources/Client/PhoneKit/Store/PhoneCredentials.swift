import PhoneCore
public import Redaction

/// What the connection of one organisation is made with.
nonisolated public struct PhoneCredentials: Hashable, Sendable, Codable {
    /// What a phone proves itself by.
    public enum Proof: Hashable, Sendable, Codable {
        case password(login: Redacted<String>, password: Redacted<String>)
        case token(Redacted<String>)
    }

    /// Where the exchange is, as a `wss` address.
    public var address: String
    /// What it asks for.
    public var proof: Proof

    /// Credentials as the exchange gave them.
    public init(address: String, proof: Proof) {
        self.address = address
        self.proof = proof
    }
}
