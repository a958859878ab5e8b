/// From 8 kHz to 48 kHz.
struct NarrowbandInterpolator {
    /// Every sixth coefficient, one set for each of the six samples between two.
    private let phases: [FilterTaps]
    private var history: [Float]

    init() {
        let factor = NarrowbandFilter.factor
        let all = NarrowbandFilter.coefficients().map { $0 * Float(factor) }
        let perPhase = NarrowbandFilter.phaseTaps + 1
        phases = (0..<factor).map { phase in
            FilterTaps(
                (0..<perPhase).map { tap in
                    let index = phase + tap * factor
                    return index < all.count ? all[index] : 0
                })
        }
        history = [Float](repeating: 0, count: FilterTaps.padded(perPhase))
    }

    /// Writes six samples for one.
    mutating func process(_ sample: Int16, into output: UnsafeMutablePointer<Int16>) {
        history.withUnsafeMutableBufferPointer { history in
            for index in 1..<history.count { history[index - 1] = history[index] }
            history[history.count - 1] = Float(sample)
            for phase in 0..<NarrowbandFilter.factor { output[phase] = phases[phase].apply(to: history, from: 0) }
        }
    }
}
