import Crypto

extension AppleScene {
    /// SHA-256 in hexadecimal.
    static func digest(of text: String) -> String {
        SHA256.hash(data: Array(text.utf8)).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }.joined()
    }
}
