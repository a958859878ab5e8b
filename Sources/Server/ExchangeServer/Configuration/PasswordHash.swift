internal import Crypto
public import Redaction

/// A password as it is kept: a salt and HMAC-SHA-256 of the password under it.
///
/// One check costs about a microsecond, so that ten thousand devices a second can come back after an outage. That is
/// the right price for credentials made by a machine (120 random bits and more cannot be guessed at any speed) and too low
/// for words people choose: give each device a made password, and let people hold an account elsewhere.
/// Text form: `hmac-sha256$<salt>$<digest>`, both in hexadecimal, as `carillon serve --hash-password` prints it.
public struct PasswordHash: Hashable, Sendable, CustomStringConvertible {
    /// 128 bits: no two hashes of one password look alike.
    static let saltBytes = 16
    static let digestBytes = 32
    static let scheme = "hmac-sha256"

    /// Checked against when nobody has the login, so that the time does not tell whether a login exists.
    static let ofNobody = PasswordHash(
        salt: [UInt8](repeating: 0, count: saltBytes), digest: [UInt8](repeating: 0, count: digestBytes))

    let salt: [UInt8]
    let digest: [UInt8]

    private init(salt: [UInt8], digest: [UInt8]) {
        self.salt = salt
        self.digest = digest
    }

    /// Hashes a password under a new random salt.
    public init(password: Redacted<String>) {
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<Self.saltBytes).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        self.init(salt: salt, digest: Self.digest(of: password.revealed, salt: salt))
    }

    /// The hash of a password that is at hand in plain text.
    public static func plain(_ password: Redacted<String>) -> PasswordHash { PasswordHash(password: password) }

    /// Reads the text form; nil when it is not one.
    public init?(text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == Self.scheme,
            let salt = Hexadecimal.bytes(of: parts[1]), salt.count == Self.saltBytes,
            let digest = Hexadecimal.bytes(of: parts[2]), digest.count == Self.digestBytes
        else { return nil }
        self.init(salt: salt, digest: digest)
    }

    /// The text form, for a configuration file or a database.
    public var text: String {
        "\(Self.scheme)$\(Hexadecimal.text(of: salt))$\(Hexadecimal.text(of: digest))"
    }

    /// Whether this is the password, in a time that does not depend on how much of it is right.
    public func matches(_ password: String) -> Bool {
        ConstantTime.equal(digest, Self.digest(of: password, salt: salt))
    }

    public var description: String { "‹password hash›" }

    private static func digest(of password: String, salt: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(password.utf8), using: SymmetricKey(data: salt)))
    }
}
