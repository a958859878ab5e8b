internal import Crypto
internal import CryptoExtras
internal import Foundation
internal import WireJSON

extension SignedToken {
    /// A token signed with ES256.
    static func make(_ claims: JSONObject, keyID: String, key: P256.Signing.PrivateKey) throws -> String {
        let text = unsigned(["alg": "ES256", "kid": .string(keyID)], claims)
        return try text + "." + Base64URL.text(key.signature(for: Array(text.utf8)).rawRepresentation)
    }

    /// A token signed with RS256.
    static func make(_ claims: JSONObject, keyID: String, key: _RSA.Signing.PrivateKey) throws -> String {
        let text = unsigned(["alg": "RS256", "kid": .string(keyID)], claims)
        let signature = try key.signature(
            for: SHA256.hash(data: Array(text.utf8)), padding: .insecurePKCS1v1_5)
        return text + "." + Base64URL.text(signature.rawRepresentation)
    }

    /// A token signed with HS512, which only its maker can check.
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
