/// From 48 kHz to 8 kHz.
struct NarrowbandDecimator {
    private let taps = FilterTaps(NarrowbandFilter.coefficients())
    private var history = [Float](repeating: 0, count: FilterTaps.padded(NarrowbandFilter.taps) + 960)

    /// `output` gets a sixth of `input`'s samples; `input` is at most 960 samples, a multiple of six.
    mutating func process(_ input: UnsafeBufferPointer<Int16>, into output: UnsafeMutableBufferPointer<Int16>) {
        let factor = NarrowbandFilter.factor
        let kept = taps.count
        history.withUnsafeMutableBufferPointer { history in
            for index in 0..<input.count { history[kept + index] = Float(input[index]) }
            for index in 0..<(input.count / factor) {
                output[index] = taps.apply(to: history, from: index * factor + factor)
            }
            for index in 0..<kept { history[index] = history[input.count + index] }
        }
    }
}
