/// Finds runs of bytes that stand for themselves in a JSON string: all but quotes, backslashes and control characters.
/// Eight bytes are looked at together, as most of a message is the text of its description.
enum PlainRun {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// The index of the first byte from `start` on that does not stand for itself; at least the count if there is none.
    static func end(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var index = start
        while index + 8 <= bytes.count {
            let found = specials(in: word(of: bytes, at: index))
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < bytes.count, !isSpecial(bytes[index]) { index += 1 }
        return index
    }

    static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        var union: UInt64 = 0
        while index + 8 <= bytes.count {
            union |= word(of: bytes, at: index)
            index += 8
        }
        while index < bytes.count {
            union |= UInt64(bytes[index])
            index += 1
        }
        return union & highBits == 0
    }

    @inline(__always)
    private static func word(of bytes: UnsafeRawBufferPointer, at index: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// The high bit of the lowest byte that is special is set, and no bit below it. Those above it may be set wrongly,
    /// because a subtraction borrows from them. Source: Bit Twiddling Hacks, "Determine if a word has a byte less than n".
    @inline(__always)
    private static func specials(in word: UInt64) -> UInt64 {
        let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
        let controls = (word &- ones &* 0x20) & ~word
        return (controls | ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)) & highBits
    }

    @inline(__always)
    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
}
