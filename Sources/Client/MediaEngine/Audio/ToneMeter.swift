internal import Synchronization

/// A sink that measures certain frequencies: how loud each is, which one is dominant, and when it was first dominant.
///
/// It evaluates windows of several frames; a window of 100 ms distinguishes tones 20 Hz apart. Isolation: any thread
/// may read it.
public final class ToneMeter: AudioSink {
    /// The most frequencies; each costs one multiplication per sample.
    public static let frequencyCountMax = 16

    /// The result of the last complete window.
    public struct Reading: Hashable, Sendable {
        /// The number of frames since the meter was created.
        public var frameCount = 0
        /// The amplitude of each watched frequency, 0…1 of full scale, in the order of `frequencies`.
        public var levels: [Double]
        /// The root mean square of the window, 0…1.
        public var level = 0.0
        /// The frame in which each watched frequency was first dominant, counted from zero.
        public var firstHeardFrames: [Int?]
        /// The index of the dominant frequency; nil if none is.
        public var dominant: Int?
    }

    /// The least amplitude of a dominant tone, 0…1 of full scale.
    public let threshold: Double
    /// The least ratio of a dominant tone's amplitude to that of each other watched frequency.
    public static let dominance = 4.0

    /// The watched frequencies in hertz, by whose index a ``Reading`` tells its levels.
    public let frequencies: [Double]
    private let windowFrames: Int
    private let state: Mutex<State>

    private struct State {
        var reading: Reading
        var windowFrame = 0
        var windowSamples = 0
        var power: Int64 = 0
        var memory: [(one: Double, two: Double)]
    }

    private let coefficients: [Double]

    /// Frequencies beyond `frequencyCountMax` are ignored. `windowFrames` is at least 1.
    public init(_ frequencies: [Double], threshold: Double = 0.05, windowFrames: Int = 5) {
        self.frequencies = Array(frequencies.prefix(Self.frequencyCountMax))
        self.threshold = threshold
        self.windowFrames = max(windowFrames, 1)
        coefficients = self.frequencies.map {
            2 * Sinusoid.cosine(2 * Double.pi * $0 / Double(AudioFrame.sampleRate))
        }
        let count = self.frequencies.count
        state = Mutex(
            State(
                reading: Reading(
                    levels: [Double](repeating: 0, count: count), firstHeardFrames: [Int?](repeating: nil, count: count)
                ),
                memory: [(one: Double, two: Double)](repeating: (0, 0), count: count)))
    }

    /// The reading of the last complete window.
    ///
    /// Isolation: any thread.
    public var reading: Reading { state.withLock { $0.reading } }

    /// The dominant frequency of the last complete window; nil if none is.
    public var dominantFrequency: Double? { reading.dominant.map { frequencies[$0] } }

    /// The amplitude of a watched frequency in the last complete window; nil if the frequency is not watched.
    public func level(of frequency: Double) -> Double? {
        frequencies.firstIndex(of: frequency).map { reading.levels[$0] }
    }

    /// Clears `firstHeardFrames`, so that a tone can be awaited again.
    public func forgetFirstHeard() {
        state.withLock { state in
            for index in state.reading.firstHeardFrames.indices { state.reading.firstHeardFrames[index] = nil }
        }
    }

    public func receive(_ frame: UnsafeBufferPointer<Int16>) {
        state.withLock { state in
            // This is Goertzel's recurrence.
            for index in coefficients.indices {
                let coefficient = coefficients[index]
                var (one, two) = state.memory[index]
                for sample in frame { (one, two) = (Double(sample) + coefficient * one - two, one) }
                state.memory[index] = (one, two)
            }
            for sample in frame { state.power += Int64(sample) * Int64(sample) }
            state.windowSamples += frame.count
            state.windowFrame += 1
            state.reading.frameCount += 1
            if state.windowFrame == windowFrames { judge(&state) }
        }
    }

    private func judge(_ state: inout State) {
        let count = Double(max(state.windowSamples, 1))
        state.reading.level = (Double(state.power) / count).squareRoot() / 32_768
        for index in coefficients.indices {
            let (one, two) = state.memory[index]
            let power = one * one + two * two - coefficients[index] * one * two
            state.reading.levels[index] = 2 * max(power, 0).squareRoot() / count / 32_768
            state.memory[index] = (0, 0)
        }
        (state.windowFrame, state.windowSamples, state.power) = (0, 0, 0)
        let levels = state.reading.levels
        state.reading.dominant = levels.indices.first { index in
            levels[index] >= threshold
                && levels.indices.allSatisfy { $0 == index || levels[index] >= Self.dominance * levels[$0] }
        }
        if let dominant = state.reading.dominant, state.reading.firstHeardFrames[dominant] == nil {
            state.reading.firstHeardFrames[dominant] = state.reading.frameCount - 1
        }
    }
}
