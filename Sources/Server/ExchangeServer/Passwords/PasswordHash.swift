internal import Crypto
public import Redaction

/// A password as it is kept, by who made it.
///
/// What a person chose is hashed by argon2id, which costs some 20 ms and 19 MiB so that a stolen database gives away as
/// little as can be. What a machine made (120 random bits and more cannot be guessed at any speed) is a salt and
/// HMAC-SHA-256, about a microsecond, so that ten thousand devices a second can come back after an outage.
/// Text forms: `$argon2id$v=19$m=…,t=…,p=…$<salt>$<digest>`, as `carillon serve --hash-password` prints it, and
/// `hmac-sha256$<salt>$<digest>`, both in hexadecimal.
public struct PasswordHash: Hashable, Sendable, CustomStringConvertible {
    private enum Form: Hashable {
        case keyed(salt: [UInt8], digest: [UInt8])
        case slow(Argon2id)
    }

    /// 128 bits: no two hashes of one password look alike.
    static let saltBytes = 16
    static let digestBytes = 32
    static let scheme = "hmac-sha256"
    /// Either text form, as a regular expression of ECMA 262, and its length in characters.
    static let pattern = "^(\(scheme)\\$[0-9a-f]{32}\\$[0-9a-f]{64}|\(Argon2id.pattern))$"
    static let textLengths = 97...109

    /// Checked against for an unknown login, so that the time does not tell whether a login exists. No password
    /// fits: its digest is nothing's.
    static func ofUnknownLogin(cost: Argon2id.Cost) -> PasswordHash {
        let digest = [UInt8](repeating: 0, count: digestBytes)
        return PasswordHash(
            form: .slow(Argon2id(cost: cost, salt: [UInt8](repeating: 0, count: saltBytes), digest: digest)))
    }

    private let form: Form

    private init(form: Form) { self.form = form }

    /// Hashes a password a machine made, or one that is stored nowhere, under a new random salt. In a configuration it is
    /// another password at each start than at the one before, and revokes what that one opened: use `init(unstored:of:)`.
    public init(password: Redacted<String>) {
        let salt = TokenMint.random(Self.saltBytes)
        form = .keyed(salt: salt, digest: Self.digest(of: password.revealed, salt: salt))
    }

    /// Hashes a password that stands in plain text elsewhere and is stored nowhere: the same hash each time it is read.
    ///
    /// - Parameter login: whose it is.
    public init(unstored password: Redacted<String>, of login: String) {
        let salt = Array(SHA256.hash(data: Array("carillon \(login)".utf8)).prefix(Self.saltBytes))
        form = .keyed(salt: salt, digest: Self.digest(of: password.revealed, salt: salt))
    }

    /// Hashes a password a person chose, under a new random salt. Takes some 20 ms and 19 MiB on the caller's thread.
    ///
    /// - Returns: nil when there is not enough memory now.
    public static func chosen(_ password: Redacted<String>) -> PasswordHash? { chosen(password, cost: .usual) }

    static func chosen(_ password: Redacted<String>, cost: Argon2id.Cost) -> PasswordHash? {
        Argon2id(of: password.revealed, salt: TokenMint.random(Argon2id.saltBytes), cost: cost)
            .map { PasswordHash(form: .slow($0)) }
    }

    /// The hash of a password that is at hand in plain text.
    public static func plain(_ password: Redacted<String>) -> PasswordHash { PasswordHash(password: password) }

    /// Reads a text form; nil when it is none.
    public init?(text: String) {
        if let slow = Argon2id(text: text) {
            form = .slow(slow)
            return
        }
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == Self.scheme,
            let salt = Hexadecimal.bytes(of: parts[1]), salt.count == Self.saltBytes,
            let digest = Hexadecimal.bytes(of: parts[2]), digest.count == Self.digestBytes
        else { return nil }
        form = .keyed(salt: salt, digest: digest)
    }

    /// The text form, for a configuration file or a database.
    public var text: String {
        switch form {
        case .keyed(let salt, let digest):
            "\(Self.scheme)$\(Hexadecimal.text(of: salt))$\(Hexadecimal.text(of: digest))"
        case .slow(let argon2id): argon2id.text
        }
    }

    /// Whether this is the password, in a time that does not depend on how much of it is right; false also when there is
    /// not enough memory to tell.
    public func matches(_ password: String) -> Bool { check(password) == true }

    /// The same; nil when there is not enough memory to tell.
    func check(_ password: String) -> Bool? {
        switch form {
        case .keyed(let salt, let digest): return ConstantTime.equal(digest, Self.digest(of: password, salt: salt))
        case .slow(let known):
            let computed = Argon2id(of: password, salt: known.salt, cost: known.cost)
            return computed.map { ConstantTime.equal(known.digest, $0.digest) }
        }
    }

    /// Whether a check takes long, and must not be made on an event loop.
    var isSlow: Bool {
        if case .slow = form { true } else { false }
    }

    /// Whether a password that a person chose would be hashed otherwise today, at a cost of `cost`.
    func isOutdated(at cost: Argon2id.Cost) -> Bool {
        if case .slow(let known) = form { known.cost != cost } else { true }
    }

    public var description: String { "‹password hash›" }

    private static func digest(of password: String, salt: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(password.utf8), using: SymmetricKey(data: salt)))
    }
}
