/// Generates identifiers that look random and depend on a seed only, so that a run can be repeated.
struct IdentifierSource: Hashable, Sendable {
    private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")

    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// The next random number by SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// A text of random letters and digits.
    mutating func text(_ count: Int) -> String {
        String((0..<count).map { _ in Self.letters[Int(next() % UInt64(Self.letters.count))] })
    }

    /// A random UUID of version 4, in lower case.
    mutating func uuid() -> String {
        let high = next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = Self.hexadecimal(high) + Self.hexadecimal(low)
        let cuts = [0, 8, 12, 16, 20, 32]
        return zip(cuts, cuts.dropFirst()).map { String(digits.dropFirst($0).prefix($1 - $0)) }.joined(separator: "-")
    }

    private static func hexadecimal(_ value: UInt64) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}
