internal import Synchronization

/// A source of one or several sines, which can be changed while it plays; a change does not click.
public final class ToneGenerator: AudioSource {
    /// Tones at once; enough for every dual tone and a chord.
    public static let toneCountMax = 8

    /// A sine as a vector that turns: no sine is computed while it plays.
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

        /// Takes away what rounding has added to the vector's length.
        mutating func normalize() {
            let scale = 1 / (x * x + y * y).squareRoot()
            x *= scale
            y *= scale
        }
    }

    private let oscillators: Mutex<[Oscillator]>

    /// Tones beyond `toneCountMax` are left out.
    public init(_ tones: [Tone]) {
        oscillators = Mutex(tones.prefix(Self.toneCountMax).map(Oscillator.init))
    }

    public convenience init(frequency: Double, amplitude: Double = 0.3) {
        self.init([Tone(frequency: frequency, amplitude: amplitude)])
    }

    /// What is played from the next frame on. The first tone goes on in the phase of the first tone before, and so on.
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
