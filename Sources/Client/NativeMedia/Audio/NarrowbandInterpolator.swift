/// From 8 kHz to 48 kHz.
struct NarrowbandInterpolator {
    private let coefficients: [Float]
    private var history = [Float](repeating: 0, count: NarrowbandFilter.phaseTaps + 1)

    init() {
        coefficients = NarrowbandFilter.coefficients().map { $0 * Float(NarrowbandFilter.factor) }
    }

    /// Writes six samples for one.
    mutating func process(_ sample: Int16, into output: UnsafeMutablePointer<Int16>) {
        let count = history.count
        history.withUnsafeMutableBufferPointer { history in
            for index in 1..<count { history[index - 1] = history[index] }
            history[count - 1] = Float(sample)
            coefficients.withUnsafeBufferPointer { coefficients in
                for phase in 0..<NarrowbandFilter.factor {
                    var sum: Float = 0
                    var tap = phase
                    var index = count - 1
                    while tap < NarrowbandFilter.taps {
                        sum += history[index] * coefficients[tap]
                        tap += NarrowbandFilter.factor
                        index -= 1
                    }
                    output[phase] = Int16(clamping: Int32(sum.rounded()))
                }
            }
        }
    }
}
