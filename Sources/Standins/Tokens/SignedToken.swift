internal import Crypto
internal import CryptoExtras
internal import Foundation
internal import WireJSON

/// A JSON Web Token in compact form (RFC 7515 §7.1), read and not yet believed.
struct SignedToken {
    /// The longest token that is read, in bytes. Real ones stay below 1,500.
    static let byteCountMax = 8_192
    private static let limits = JSONLimits(byteCountMax: byteCountMax, depthMax: 8, valueCountMax: 256)

    let header: JSONObject
    let claims: JSONObject
    private let signedBytes: [UInt8]
    private let signature: [UInt8]

    /// Nil when the text is no such token.
    init?(_ text: String) {
        guard text.utf8.count <= Self.byteCountMax else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
            let signature = Base64URL.bytes(parts[2])
        else { return nil }
        self.header = header
        self.claims = claims
        self.signature = signature
        signedBytes = Array("\(parts[0]).\(parts[1])".utf8)
    }

    var algorithm: String? { header["alg"]?.string }
    var keyID: String? { header["kid"]?.string }

    /// A claim that is a time in seconds since 1970; a number, or a number as text, which APNSwift writes and Apple takes.
    func time(_ claim: String) -> Duration? {
        if let number = claims[claim]?.number, abs(number) < 1e12 { return .seconds(number) }
        return claims[claim]?.string.flatMap(Int64.init).map { .seconds($0) }
    }

    /// Whether ES256 holds (RFC 7518 §3.4): the signature is r and s, 32 bytes each.
    func isSigned(by key: P256.Signing.PublicKey) -> Bool {
        guard algorithm == "ES256", let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
        else { return false }
        return key.isValidSignature(signature, for: signedBytes)
    }

    /// Whether HS512 holds, which only its maker can tell (RFC 7518 §3.2).
    func isSigned(by secret: [UInt8]) -> Bool {
        guard algorithm == "HS512" else { return false }
        return HMAC<SHA512>.isValidAuthenticationCode(
            signature, authenticating: signedBytes, using: SymmetricKey(data: secret))
    }

    /// Whether RS256 holds (RFC 7518 §3.3).
    func isSigned(by key: _RSA.Signing.PublicKey) -> Bool {
        guard algorithm == "RS256" else { return false }
        return key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: signedBytes),
            padding: .insecurePKCS1v1_5)
    }

    private static func object(_ part: Substring) -> JSONObject? {
        guard let bytes = Base64URL.bytes(part), let value = try? JSONParser.parse(bytes, limits: limits) else {
            return nil
        }
        return value.object
    }
}
