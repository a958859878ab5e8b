import Glibc

/// The filter between the 48 kHz of the media clock and the 8 kHz of G.711: a windowed sinc of 97 taps.
///
/// It passes frequencies up to 3.4 kHz, and attenuates those from 4.6 kHz on by 40 dB, because they would alias at 8
/// kHz.
enum NarrowbandFilter {
    static let factor = 6
    /// The taps of each of the six phases.
    static let phaseTaps = 16
    static let taps = factor * phaseTaps + 1

    /// The coefficients in order of time; their sum is one.
    static func coefficients() -> [Float] {
        let middle = Double(taps - 1) / 2
        // Half of 8 kHz, as a fraction of 48 kHz.
        let cutoff = 4000.0 / 48_000
        let raw = (0..<taps).map { index -> Double in
            let distance = Double(index) - middle
            let sinc = distance == 0 ? 2 * cutoff : sin(2 * .pi * cutoff * distance) / (.pi * distance)
            let window = 0.54 + 0.46 * cos(.pi * distance / (middle + 1))
            return sinc * window
        }
        let sum = raw.reduce(0, +)
        return raw.map { Float($0 / sum) }
    }
}

/// Converts sound from 48 kHz to 8 kHz.
struct NarrowbandDecimator {
    private let taps = FilterTaps(NarrowbandFilter.coefficients())
    private var history = [Float](repeating: 0, count: FilterTaps.padded(NarrowbandFilter.taps) + 960)

    /// Writes one sample to `output` for six of `input`, which has at most 960 samples, a multiple of six.
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

/// Converts sound from 8 kHz to 48 kHz.
struct NarrowbandInterpolator {
    /// Six sets of every sixth coefficient, one set for each output sample of an input sample.
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

    /// Writes six samples to `output` for one input sample.
    mutating func process(_ sample: Int16, into output: UnsafeMutablePointer<Int16>) {
        history.withUnsafeMutableBufferPointer { history in
            for index in 1..<history.count { history[index - 1] = history[index] }
            history[history.count - 1] = Float(sample)
            for phase in 0..<NarrowbandFilter.factor { output[phase] = phases[phase].apply(to: history, from: 0) }
        }
    }
}

/// The coefficients of a filter in blocks of eight; the coefficient of the newest sample is last.
struct FilterTaps {
    private var blocks: [SIMD8<Float>]

    /// Takes `coefficients` in the order of age, with that of the newest sample first.
    init(_ coefficients: [Float]) {
        let count = Self.padded(coefficients.count)
        blocks = Array(repeating: .zero, count: count / 8)
        for (age, coefficient) in coefficients.enumerated() {
            let place = count - 1 - age
            blocks[place / 8][place % 8] = coefficient
        }
    }

    /// The number of samples needed for one output sample.
    var count: Int { blocks.count * 8 }

    static func padded(_ count: Int) -> Int { (count + 7) / 8 * 8 }

    /// Computes one sample from `count` samples from `start` on, which must exist.
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
