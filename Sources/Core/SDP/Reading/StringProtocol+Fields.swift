extension StringProtocol {
    /// The parts between spaces. Peers differ in how many spaces they write, so empty parts do not count.
    func fields(upTo count: Int = .max) -> [Substring] {
        Substring(self).utf8
            .split(separator: 0x20, maxSplits: count - 1, omittingEmptySubsequences: true)
            .map(Substring.init)
    }

    /// Whether every byte is visible ASCII, as tokens, addresses and ICE characters are.
    var isVisibleASCII: Bool {
        utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    /// Equality of protocol words, which are ASCII and mostly case-insensitive, without Unicode's case tables.
    func equalsIgnoringCase(_ other: some StringProtocol) -> Bool {
        utf8.elementsEqual(other.utf8) { $0.asciiLowercase == $1.asciiLowercase }
    }

    var asciiLowercased: String {
        String(decoding: utf8.map(\.asciiLowercase), as: UTF8.self)
    }
}

extension UInt8 {
    var asciiLowercase: UInt8 {
        self >= 0x41 && self <= 0x5A ? self | 0x20 : self
    }
}
