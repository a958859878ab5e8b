internal import Synchronization

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A source of one or several sines, which can be changed during playback without a click.
public final class ToneGenerator: AudioSource {
    /// The most tones at once; enough for every dual tone and a chord.
    public static let toneCountMax = 8

    /// A sine as a rotating vector, so that no sine is computed during playback.
    private struct Oscillator {
        var tone: Tone
        var x = 1.0
        var y = 0.0
        var turnX: Double
        var turnY: Double

        init(_ tone: Tone) {
            self.tone = tone
            let angle = 2 * Double.pi * tone.frequency / Double(AudioFrame.sampleRate)
            turnX = Sinusoid.cosine(angle)
            turnY = Sinusoid.sine(angle)
        }

        mutating func next() -> Double {
            let value = y * tone.amplitude
            (x, y) = (x * turnX - y * turnY, x * turnY + y * turnX)
            return value
        }

        /// Resets the vector's length to 1, which rounding changes.
        mutating func normalize() {
            let scale = 1 / (x * x + y * y).squareRoot()
            x *= scale
            y *= scale
        }
    }

    private let oscillators: Mutex<[Oscillator]>

    /// Tones beyond `toneCountMax` are ignored.
    public init(_ tones: [Tone]) {
        oscillators = Mutex(tones.prefix(Self.toneCountMax).map(Oscillator.init))
    }

    /// Plays one tone.
    ///
    /// - Parameters:
    ///   - frequency: in hertz.
    ///   - amplitude: the peak, 0…1 of full scale.
    public convenience init(frequency: Double, amplitude: Double = 0.3) {
        self.init([Tone(frequency: frequency, amplitude: amplitude)])
    }

    /// The tones played from the next frame on. Each tone keeps the phase of the earlier tone at its index.
    public var tones: [Tone] {
        get { oscillators.withLock { $0.map(\.tone) } }
        set {
            oscillators.withLock { oscillators in
                var next = newValue.prefix(Self.toneCountMax).map(Oscillator.init)
                for index in next.indices where index < oscillators.count {
                    (next[index].x, next[index].y) = (oscillators[index].x, oscillators[index].y)
                }
                oscillators = next
            }
        }
    }

    public func fill(_ frame: UnsafeMutableBufferPointer<Int16>) {
        oscillators.withLock { oscillators in
            for index in frame.indices {
                var sum = 0.0
                for tone in oscillators.indices { sum += oscillators[tone].next() }
                frame[index] = Int16(max(-32_768, min(32_767, (sum * 32_767).rounded())))
            }
            for tone in oscillators.indices { oscillators[tone].normalize() }
        }
    }
}

/// One sine of constant frequency and amplitude.
public struct Tone: Hashable, Sendable {
    /// The frequency in hertz, 0…24000.
    public var frequency: Double
    /// The peak amplitude, 0…1 of full scale.
    public var amplitude: Double

    public init(frequency: Double, amplitude: Double = 0.3) {
        self.frequency = frequency
        self.amplitude = amplitude
    }
}

/// The trigonometric functions of the C library.
enum Sinusoid {
    static func sine(_ angle: Double) -> Double { sin(angle) }
    static func cosine(_ angle: Double) -> Double { cos(angle) }
}
