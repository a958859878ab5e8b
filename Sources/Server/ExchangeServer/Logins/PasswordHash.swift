internal import CArgon2
internal import Crypto
internal import Foundation
public import Redaction

/// A stored password, hashed according to who made it.
///
/// A password that a person chose is hashed with argon2id, which costs some 20 ms and 19 MiB, so that a stolen database
/// reveals as little as possible. A password that a machine made has at least 120 random bits and cannot be guessed at
/// any speed. It is hashed with a salt and HMAC-SHA-256 in about a microsecond, so that ten thousand devices a second
/// can come back after an outage.
/// The text forms are `$argon2id$v=19$m=…,t=…,p=…$<salt>$<digest>`, as `carillon serve --hash-password` prints it, and
/// `hmac-sha256$<salt>$<digest>`, with both in hexadecimal.
public struct PasswordHash: Hashable, Sendable, CustomStringConvertible {
    private enum Form: Hashable {
        case keyed(salt: [UInt8], digest: [UInt8])
        case slow(Argon2id)
    }

    /// 128 bits, so that two hashes of one password differ.
    static let saltBytes = 16
    static let digestBytes = 32
    static let scheme = "hmac-sha256"
    /// Either text form as a regular expression of ECMA 262, and the range of its length in characters.
    static let pattern = "^(\(scheme)\\$[0-9a-f]{32}\\$[0-9a-f]{64}|\(Argon2id.pattern))$"
    static let textLengths = 97...109

    /// The hash that the password of an unknown login is checked against, so that the time does not reveal whether a
    /// login exists. No password matches it, because no password has a digest of zeros.
    static func ofUnknownLogin(cost: Argon2id.Cost) -> PasswordHash {
        let digest = [UInt8](repeating: 0, count: digestBytes)
        return PasswordHash(
            form: .slow(Argon2id(cost: cost, salt: [UInt8](repeating: 0, count: saltBytes), digest: digest)))
    }

    private let form: Form

    private init(form: Form) { self.form = form }

    /// Hashes a password that a machine made, or one that is not stored, under a new random salt. For a password in a
    /// configuration file the hash would change at each start and end the sessions of the earlier run; use
    /// `init(unstored:of:)` there.
    public init(password: Redacted<String>) {
        let salt = TokenFactory.random(Self.saltBytes)
        form = .keyed(salt: salt, digest: Self.digest(of: password.revealed, salt: salt))
    }

    /// Hashes a password that stands in plain text elsewhere and is not stored. The hash is the same each time.
    ///
    /// - Parameters:
    ///   - password: the password in plain text.
    ///   - login: the login that the password belongs to.
    public init(unstored password: Redacted<String>, of login: String) {
        let salt = Array(SHA256.hash(data: Array("carillon \(login)".utf8)).prefix(Self.saltBytes))
        form = .keyed(salt: salt, digest: Self.digest(of: password.revealed, salt: salt))
    }

    /// Hashes a password that a person chose, under a new random salt. Takes some 20 ms and 19 MiB on the caller's
    /// thread.
    ///
    /// - Returns: nil when there is not enough memory now.
    public static func chosen(_ password: Redacted<String>) -> PasswordHash? { chosen(password, cost: .usual) }

    static func chosen(_ password: Redacted<String>, cost: Argon2id.Cost) -> PasswordHash? {
        Argon2id(of: password.revealed, salt: TokenFactory.random(Argon2id.saltBytes), cost: cost)
            .map { PasswordHash(form: .slow($0)) }
    }

    /// The hash of a password that is available in plain text.
    public static func plain(_ password: Redacted<String>) -> PasswordHash { PasswordHash(password: password) }

    /// Reads a text form; nil when the text has neither form.
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

    /// Whether this is the password. The time does not depend on how much of it is right. Returns false also when there
    /// is not enough memory to check.
    public func matches(_ password: String) -> Bool { check(password) == true }

    /// Like `matches`, but returns nil when there is not enough memory to check.
    func check(_ password: String) -> Bool? {
        switch form {
        case .keyed(let salt, let digest): return ConstantTime.equal(digest, Self.digest(of: password, salt: salt))
        case .slow(let known):
            let computed = Argon2id(of: password, salt: known.salt, cost: known.cost)
            return computed.map { ConstantTime.equal(known.digest, $0.digest) }
        }
    }

    /// Whether a check takes long and must not run on an event loop.
    var isSlow: Bool {
        if case .slow = form { true } else { false }
    }

    /// Whether a person's password would be hashed differently today, at this cost.
    func isOutdated(at cost: Argon2id.Cost) -> Bool {
        if case .slow(let known) = form { known.cost != cost } else { true }
    }

    public var description: String { "‹password hash›" }

    private static func digest(of password: String, salt: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(password.utf8), using: SymmetricKey(data: salt)))
    }
}

/// An argon2id digest, computed by Debian's libargon2. Source: RFC 9106.
struct Argon2id: Hashable, Sendable {
    /// The cost of one computation.
    struct Cost: Hashable, Sendable {
        var memoryKiB: UInt32
        var passes: UInt32
        var lanes: UInt32

        /// 19 MiB, two passes, one lane: some 20 ms of a core. Source: OWASP Password Storage Cheat Sheet, 2024.
        static let usual = Cost(memoryKiB: 19_456, passes: 2, lanes: 1)

        /// The smallest cost that is accepted, for tests that do not concern the cost.
        static let least = Cost(memoryKiB: 10_000, passes: 1, lanes: 1)

        /// Whether a hash from outside may have this cost. A line in a file must not use up the machine's memory.
        var isBearable: Bool {
            (10_000...69_999).contains(memoryKiB) && (1...9).contains(passes) && (1...4).contains(lanes)
        }
    }

    static let scheme = "argon2id"
    static let saltBytes = 16
    static let digestBytes = 32
    /// Matches the costs that `Cost.isBearable` allows, with salt and digest in base64 without padding.
    static let pattern =
        "\\$argon2id\\$v=19\\$m=[1-6][0-9]{4},t=[1-9],p=[1-4]\\$[A-Za-z0-9+/]{21}[AQgw]\\$[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]"

    let cost: Cost
    let salt: [UInt8]
    let digest: [UInt8]

    init(cost: Cost, salt: [UInt8], digest: [UInt8]) {
        self.cost = cost
        self.salt = salt
        self.digest = digest
    }

    /// Computes the digest of a password with a salt. Takes long, on the caller's thread.
    ///
    /// - Returns: nil when there is not enough memory now.
    init?(of password: String, salt: [UInt8], cost: Cost) {
        let text = Array(password.utf8)
        var digest = [UInt8](repeating: 0, count: Self.digestBytes)
        let result = argon2id_hash_raw(
            cost.passes, cost.memoryKiB, cost.lanes, text, text.count, salt, salt.count, &digest, digest.count)
        guard result == ARGON2_OK.rawValue else { return nil }
        self.init(cost: cost, salt: salt, digest: digest)
    }

    /// Reads the text form, `$argon2id$v=19$m=…,t=…,p=…$<salt>$<digest>`; nil when the text does not have it or its
    /// cost is too high. Source: the PHC string format.
    init?(text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false).dropFirst().map(String.init)
        guard text.hasPrefix("$"), parts.count == 5, parts[0] == Self.scheme, parts[1] == "v=19",
            let cost = Self.cost(of: parts[2]), cost.isBearable,
            let salt = Self.bytes(of: parts[3]), salt.count == Self.saltBytes,
            let digest = Self.bytes(of: parts[4]), digest.count == Self.digestBytes
        else { return nil }
        self.init(cost: cost, salt: salt, digest: digest)
    }

    var text: String {
        "$\(Self.scheme)$v=19$m=\(cost.memoryKiB),t=\(cost.passes),p=\(cost.lanes)$\(Self.text(of: salt))$\(Self.text(of: digest))"
    }

    private static func cost(of text: String) -> Cost? {
        let values = text.split(separator: ",", omittingEmptySubsequences: false).map {
            $0.split(separator: "=", omittingEmptySubsequences: false)
        }
        guard values.count == 3, values.allSatisfy({ $0.count == 2 }), values.map({ $0[0] }) == ["m", "t", "p"],
            let memory = UInt32(values[0][1]), let passes = UInt32(values[1][1]), let lanes = UInt32(values[2][1])
        else { return nil }
        return Cost(memoryKiB: memory, passes: passes, lanes: lanes)
    }

    private static func text(of bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("=", with: "")
    }

    private static func bytes(of text: String) -> [UInt8]? {
        guard !text.contains("=") else { return nil }
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text + padding).map { Array($0) }
    }
}
