internal import Accounts
internal import Foundation
internal import JWTKit
internal import WireJSON

/// A signed token in its three parts. Source: RFC 7515 §7.1.
struct SignedToken: Sendable {
    /// Apple's tokens have about 1,000.
    static let bytesMax = 16 * 1024

    let text: String
    let header: AppleTokenHeader
    /// Not believed before `verify`.
    let claims: JSONObject

    init(_ text: String) throws(AppleTokenFault) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, text.utf8.count <= Self.bytesMax, let header = Self.object(parts[0]),
            let claims = Self.object(parts[1])
        else { throw .malformed }
        self.text = text
        self.header = try AppleTokenHeader(header)
        self.claims = claims
    }

    /// - Parameter key: a JSON Web Key.
    func verify(with key: JSONObject) async throws(AppleTokenFault) {
        try header.check(against: key)
        do {
            let keys = JWTKeyCollection()
            let json = String(decoding: JSONWriter.bytes(of: .object(key)), as: UTF8.self)
            try await keys.add(jwk: JWK(json: json))
            _ = try await keys.verify(text, as: UncheckedPayload.self)
        } catch {
            throw .badSignature
        }
    }

    private static func object(_ part: Substring) -> JSONObject? {
        guard let bytes = bytes(base64URL: part) else { return nil }
        return try? JSONParser.parse(bytes).object
    }

    private static func bytes(base64URL text: Substring) -> [UInt8]? {
        guard !text.contains("+"), !text.contains("/"), !text.contains("=") else { return nil }
        var base64 = String(text.replacing("-", with: "+").replacing("_", with: "/"))
        base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
        return Data(base64Encoded: base64).map { [UInt8]($0) }
    }
}
