/// The coefficients of a filter, the newest sample's last, in blocks of eight.
struct FilterTaps {
    private var blocks: [SIMD8<Float>]

    /// `coefficients` begin with the newest sample's.
    init(_ coefficients: [Float]) {
        let count = Self.padded(coefficients.count)
        blocks = Array(repeating: .zero, count: count / 8)
        for (age, coefficient) in coefficients.enumerated() {
            let place = count - 1 - age
            blocks[place / 8][place % 8] = coefficient
        }
    }

    /// Samples one application needs.
    var count: Int { blocks.count * 8 }

    static func padded(_ count: Int) -> Int { (count + 7) / 8 * 8 }

    /// One sample out of `count` samples from `start` on, which have to be there.
    func apply(to samples: UnsafeMutableBufferPointer<Float>, from start: Int) -> Int16 {
        precondition(start >= 0 && start + count <= samples.count)
        guard let base = samples.baseAddress else { return 0 }
        var position = UnsafeRawPointer(base + start)
        var sum = SIMD8<Float>.zero
        for block in blocks {
            sum += block * position.loadUnaligned(as: SIMD8<Float>.self)
            position += MemoryLayout<SIMD8<Float>>.size
        }
        let total = sum.sum()
        return Int16(clamping: Int32(total < 0 ? total - 0.5 : total + 0.5))
    }
}
