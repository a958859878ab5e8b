/// Notices a key that appears twice in an object, without a search for the usual small object.
struct JSONKeySet {
    /// Up to this many members a repeated key is looked for among them; above, in a set.
    private static let linearCountMax = 24

    /// One bit for each signature seen so far; a new bit is a new key.
    private var signatures: UInt64 = 0
    private var keys: Set<String> = []

    /// Whether the key is new among the members read before it.
    mutating func insert(_ key: String, after members: [JSONObject.Member]) -> Bool {
        if members.count >= Self.linearCountMax {
            return insertIntoSet(key, after: members)
        }
        let bit = Self.signature(of: key)
        defer { signatures |= bit }
        return signatures & bit == 0 || !members.contains { $0.key == key }
    }

    private mutating func insertIntoSet(_ key: String, after members: [JSONObject.Member]) -> Bool {
        if keys.isEmpty {
            for member in members {
                keys.insert(member.key)
            }
        }
        return keys.insert(key).inserted
    }

    /// One of 64 bits, by length and last byte, in which the keys of a message differ most.
    ///
    /// Strings that are equal only as Unicode text may differ here; then both members stay, which is harmless.
    private static func signature(of key: String) -> UInt64 {
        let bytes = key.utf8
        let last = bytes.last ?? 0
        return 1 << ((UInt64(truncatingIfNeeded: bytes.count) &* 7 &+ UInt64(last)) & 63)
    }
}
