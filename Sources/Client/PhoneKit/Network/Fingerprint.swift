/// A number that stands for a list of texts, the same in every process. Source: FNV-1a, 32 bits.
nonisolated struct Fingerprint {
    private(set) var value: UInt32 = 0x811C_9DC5

    mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte) }
        add(0)
    }

    private mutating func add(_ byte: UInt8) {
        value = (value ^ UInt32(byte)) &* 0x0100_0193
    }
}
