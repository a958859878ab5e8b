internal import Foundation

/// Base64 in the alphabet of URLs and without padding (RFC 4648 §5), as JSON Web Tokens write it.
enum Base64URL {
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The bytes; nil when a character is not of the alphabet, or padding was written.
    static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        guard !text.utf8.contains(where: { $0 == 0x2B || $0 == 0x2F || $0 == 0x3D }) else { return nil }
        var plain = String(text).replacing("-", with: "+").replacing("_", with: "/")
        plain += String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        return Data(base64Encoded: plain).map(Array.init)
    }
}
