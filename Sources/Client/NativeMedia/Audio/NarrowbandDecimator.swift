/// From 48 kHz to 8 kHz.
struct NarrowbandDecimator {
    private let coefficients = NarrowbandFilter.coefficients()
    private var history = [Float](repeating: 0, count: NarrowbandFilter.taps - 1 + 960)

    /// `output` gets a sixth of `input`'s samples; `input` is at most 960 samples, a multiple of six.
    mutating func process(_ input: UnsafeBufferPointer<Int16>, into output: UnsafeMutableBufferPointer<Int16>) {
        let (taps, factor) = (NarrowbandFilter.taps, NarrowbandFilter.factor)
        let kept = taps - 1
        history.withUnsafeMutableBufferPointer { history in
            for index in 0..<input.count { history[kept + index] = Float(input[index]) }
            coefficients.withUnsafeBufferPointer { coefficients in
                for index in 0..<(input.count / factor) {
                    var sum: Float = 0
                    let start = index * factor + factor - 1
                    for tap in 0..<taps { sum += history[start + tap] * coefficients[tap] }
                    output[index] = Int16(clamping: Int32(sum.rounded()))
                }
            }
            for index in 0..<kept { history[index] = history[input.count + index] }
        }
    }
}
