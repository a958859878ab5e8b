internal import Synchronization

/// A sink that listens for certain frequencies: how loud each is, which one stands out, and when it was first heard.
///
/// It judges windows of some frames; a window of 100 ms tells tones 20 Hz apart. May be read from any thread.
public final class ToneMeter: AudioSink {
    /// Frequencies at once; each costs one multiplication a sample.
    public static let frequencyCountMax = 16

    /// What the last complete window held.
    public struct Reading: Hashable, Sendable {
        /// Frames taken since the meter was made.
        public var frameCount = 0
        /// Amplitude of each watched frequency, 0…1 of full scale, in the order they were given.
        public var levels: [Double]
        /// Root mean square of everything, 0…1.
        public var level = 0.0
        /// The frame in which each watched frequency was first found to stand out, counted from zero.
        public var firstHeardFrames: [Int?]
        /// Index of the frequency that stands out; nil when none does.
        public var dominant: Int?
    }

    /// A tone stands out when it has at least this amplitude…
    public let threshold: Double
    /// …and is this many times as loud as any other that is watched.
    public static let dominance = 4.0

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

    /// Frequencies beyond `frequencyCountMax` are left out. `windowFrames` is at least 1.
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

    public var reading: Reading { state.withLock { $0.reading } }

    /// The frequency that stands out in the last complete window.
    public var dominantFrequency: Double? { reading.dominant.map { frequencies[$0] } }

    /// Amplitude of a watched frequency in the last complete window; nil for one that is not watched.
    public func level(of frequency: Double) -> Double? {
        frequencies.firstIndex(of: frequency).map { reading.levels[$0] }
    }

    /// Forgets what was first heard when, so that a tone can be waited for again.
    public func forgetFirstHeard() {
        state.withLock { state in
            for index in state.reading.firstHeardFrames.indices { state.reading.firstHeardFrames[index] = nil }
        }
    }

    public func take(_ frame: UnsafeBufferPointer<Int16>) {
        state.withLock { state in
            // Goertzel's recurrence.
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
