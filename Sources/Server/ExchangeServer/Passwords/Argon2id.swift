internal import CArgon2
internal import Foundation

/// A digest by argon2id, of Debian's libargon2. Source: RFC 9106.
struct Argon2id: Hashable, Sendable {
    /// What one computation costs.
    struct Cost: Hashable, Sendable {
        var memoryKiB: UInt32
        var passes: UInt32
        var lanes: UInt32

        /// 19 MiB, two passes, one lane: some 20 ms of a core. Source: OWASP Password Storage Cheat Sheet, 2024.
        static let usual = Cost(memoryKiB: 19_456, passes: 2, lanes: 1)

        /// The least that is read back, for tests of something else than the cost.
        static let least = Cost(memoryKiB: 10_000, passes: 1, lanes: 1)

        /// What a hash from outside may ask for: a line of a file must not take the machine's memory.
        var isBearable: Bool {
            (10_000...69_999).contains(memoryKiB) && (1...9).contains(passes) && (1...4).contains(lanes)
        }
    }

    static let scheme = "argon2id"
    static let saltBytes = 16
    static let digestBytes = 32
    /// As `Cost.isBearable` says it, with salt and digest in base64 without padding.
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

    /// Computes the digest of a password under a salt. Takes long, on the caller's thread.
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

    /// Reads the text form, `$argon2id$v=19$m=…,t=…,p=…$<salt>$<digest>`; nil when it is none, or asks for too much.
    /// Source: the PHC string format.
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
