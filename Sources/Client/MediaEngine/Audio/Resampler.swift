/// Changes the sample rate of a mono stream by a polyphase low-pass filter: a windowed sinc with about 80 dB.
///
/// Input pieces may have any length; the resampler keeps the samples it needs between them. The output is delayed by
/// `delay`.
public struct Resampler: Sendable {
    /// The sample rates in hertz that both sides may have.
    public static let rateRange = 8_000...192_000
    /// The number of input samples, at the lower of the two rates, for each output sample.
    private static let reach = 80
    /// The parameter of the Kaiser window for about 80 dB.
    private static let windowShape = 8.0
    /// The middle of the filter's slope, as a fraction of half the lower rate: 8 kHz passes up to 3.4 kHz.
    private static let passShare = 0.925

    /// The rate of the given samples, in hertz.
    public let inputRate: Int
    /// The rate of the returned samples, in hertz.
    public let outputRate: Int
    private let up: Int
    private let down: Int
    private let tapCount: Int
    /// `up` filters of `tapCount` coefficients, one after the other.
    private let coefficients: [Float]
    private var history: [Float]
    /// The position of the next output sample, in 1/`up` of an input sample from the start of `history`.
    private var position = 0

    /// Nil if a rate is outside `rateRange`, or if the greatest common divisor is so small that the filter would be
    /// huge.
    public init?(from inputRate: Int, to outputRate: Int) {
        guard Self.rateRange.contains(inputRate), Self.rateRange.contains(outputRate) else { return nil }
        var (divisor, rest) = (inputRate, outputRate)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        up = outputRate / divisor
        down = inputRate / divisor
        // 11,025 Hz to 48 kHz needs 640 filters; no pair of common rates needs more.
        guard up <= 1024, down <= 1024 else { return nil }
        self.inputRate = inputRate
        self.outputRate = outputRate
        let narrowing = max(1, Double(inputRate) / Double(outputRate))
        tapCount = Int((Double(Self.reach) * narrowing).rounded(.up))
        coefficients = Self.makeFilter(up: up, tapCount: tapCount, cutoff: Self.passShare / narrowing)
        history = [Float](repeating: 0, count: tapCount - 1)
    }

    /// The delay of the output.
    public var delay: Duration { .nanoseconds(tapCount * 1_000_000_000 / inputRate / 2) }

    private static func makeFilter(up: Int, tapCount: Int, cutoff: Double) -> [Float] {
        let length = up * tapCount
        let middle = Double(length - 1) / 2
        var filter = [Float](repeating: 0, count: length)
        for phase in 0..<up {
            var taps = [Double](repeating: 0, count: tapCount)
            var sum = 0.0
            for tap in 0..<tapCount {
                let distance = Double(tap * up + phase) - middle
                let angle = Double.pi * cutoff * distance / Double(up)
                let sinc = angle == 0 ? 1 : Sinusoid.sine(angle) / angle
                taps[tap] = sinc * kaiser(distance / middle)
                sum += taps[tap]
            }
            // Each phase passes a constant unchanged, so that all phases are equally loud.
            for tap in 0..<tapCount { filter[phase * tapCount + tap] = Float(taps[tap] / sum) }
        }
        return filter
    }

    private static func kaiser(_ place: Double) -> Double {
        bessel(windowShape * max(0, 1 - place * place).squareRoot()) / bessel(windowShape)
    }

    /// The modified Bessel function of order zero, by its series.
    private static func bessel(_ x: Double) -> Double {
        var term = 1.0
        var sum = 1.0
        for step in 1...40 {
            term *= (x / 2 / Double(step)) * (x / 2 / Double(step))
            sum += term
        }
        return sum
    }

    /// Appends the output samples for `input`.
    public mutating func process(_ input: UnsafeBufferPointer<Int16>, into output: inout [Int16]) {
        for sample in input { history.append(Float(sample)) }
        history.withUnsafeBufferPointer { history in
            coefficients.withUnsafeBufferPointer { coefficients in
                while position / up + tapCount <= history.count {
                    let start = position / up + tapCount - 1
                    let filter = position % up * tapCount
                    var sum: Float = 0
                    for tap in 0..<tapCount { sum += history[start - tap] * coefficients[filter + tap] }
                    output.append(Int16(max(-32_768, min(32_767, sum.rounded()))))
                    position += down
                }
            }
        }
        let used = min(position / up, history.count)
        history.removeFirst(used)
        position -= used * up
    }
}
