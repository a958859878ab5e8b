public import WireJSON

/// The header of a signed token. Source: RFC 7515 §4.1.
public struct AppleTokenHeader: Hashable, Sendable {
    /// What Apple signs with: RS256 in practice, ES256 by its documents. Never `none`, never a shared secret.
    public static let algorithms = ["RS256", "ES256"]

    public let algorithm: String
    public let keyID: String

    public init(_ object: JSONObject) throws(AppleTokenFault) {
        guard let algorithm = object["alg"]?.string, let keyID = object["kid"]?.string, !keyID.isEmpty else {
            throw .malformed
        }
        guard Self.algorithms.contains(algorithm) else { throw .wrongAlgorithm }
        self.algorithm = algorithm
        self.keyID = keyID
    }

    /// A key is used for its own algorithm only, whatever the token says.
    public func check(against key: JSONObject) throws(AppleTokenFault) {
        guard key["kid"]?.string == keyID else { throw .unknownKey }
        let kind = algorithm == "RS256" ? "RSA" : "EC"
        guard key["alg"]?.string == algorithm, key["kty"]?.string == kind else { throw .wrongAlgorithm }
    }
}
