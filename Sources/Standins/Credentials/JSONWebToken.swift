internal import Crypto
internal import CryptoExtras
internal import Foundation
internal import WireJSON

/// A parsed JSON Web Token in compact form (RFC 7515 §7.1), not verified yet.
struct JSONWebToken {
    /// The longest token in bytes. Real ones are shorter than 1,500.
    static let byteCountMax = 8_192
    private static let limits = JSONLimits(byteCountMax: byteCountMax, depthMax: 8, valueCountMax: 256)

    let header: JSONObject
    let claims: JSONObject
    private let signedBytes: [UInt8]
    private let signature: [UInt8]

    /// Parses a token; nil if it is malformed.
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

    /// A claim with a time in seconds since 1970: a number, or a number as text, which APNSwift writes and Apple
    /// accepts.
    func time(_ claim: String) -> Duration? {
        if let number = claims[claim]?.number, abs(number) < 1e12 { return .seconds(number) }
        return claims[claim]?.string.flatMap(Int64.init).map { .seconds($0) }
    }

    /// Whether the ES256 signature is valid (RFC 7518 §3.4); it consists of r and s, 32 bytes each.
    func isSigned(by key: P256.Signing.PublicKey) -> Bool {
        guard algorithm == "ES256", let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
        else { return false }
        return key.isValidSignature(signature, for: signedBytes)
    }

    /// Whether the HS512 code is valid, which only the issuer can verify (RFC 7518 §3.2).
    func isSigned(by secret: [UInt8]) -> Bool {
        guard algorithm == "HS512" else { return false }
        return HMAC<SHA512>.isValidAuthenticationCode(
            signature, authenticating: signedBytes, using: SymmetricKey(data: secret))
    }

    /// Whether the RS256 signature is valid (RFC 7518 §3.3).
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

extension JSONWebToken {
    /// Creates a token signed with ES256.
    static func make(_ claims: JSONObject, keyID: String, key: P256.Signing.PrivateKey) throws -> String {
        let text = unsigned(["alg": "ES256", "kid": .string(keyID)], claims)
        return try text + "." + Base64URL.text(key.signature(for: Array(text.utf8)).rawRepresentation)
    }

    /// Creates a token signed with RS256.
    static func make(_ claims: JSONObject, keyID: String, key: _RSA.Signing.PrivateKey) throws -> String {
        let text = unsigned(["alg": "RS256", "kid": .string(keyID)], claims)
        let signature = try key.signature(
            for: SHA256.hash(data: Array(text.utf8)), padding: .insecurePKCS1v1_5)
        return text + "." + Base64URL.text(signature.rawRepresentation)
    }

    /// Creates a token signed with HS512, which only its issuer can verify.
    static func make(_ claims: JSONObject, secret: [UInt8]) -> String {
        let text = unsigned(["alg": "HS512", "typ": "JWT"], claims)
        let code = HMAC<SHA512>.authenticationCode(for: Array(text.utf8), using: SymmetricKey(data: secret))
        return text + "." + Base64URL.text(code)
    }

    private static func unsigned(_ header: JSONObject, _ claims: JSONObject) -> String {
        Base64URL.text(JSONWriter.bytes(of: .object(header))) + "."
            + Base64URL.text(JSONWriter.bytes(of: .object(claims)))
    }
}

/// Base64 with the URL alphabet and without padding (RFC 4648 §5), as used in JSON Web Tokens.
enum Base64URL {
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Decodes a text; nil if a character is invalid or there is padding.
    static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        guard !text.utf8.contains(where: { $0 == 0x2B || $0 == 0x2F || $0 == 0x3D }) else { return nil }
        var plain = String(text).replacing("-", with: "+").replacing("_", with: "/")
        plain += String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        return Data(base64Encoded: plain).map(Array.init)
    }
}

/// An RSA key pair with which a party signs.
package struct StandinKeyPair: Sendable {
    package let keyID: String
    let key: _RSA.Signing.PrivateKey

    package init(keyID: String) throws {
        self.keyID = keyID
        key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    }

    /// The modulus and exponent for a JWK (RFC 7518 §6.3.1); nil if they cannot be read.
    var primitives: (modulus: [UInt8], exponent: [UInt8])? {
        guard let parts = try? key.publicKey.getKeyPrimitives() else { return nil }
        return (Array(parts.modulus), Array(parts.publicExponent))
    }
}
