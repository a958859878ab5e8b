internal import Foundation
public import MediaEngine

/// Audio of the public network: 16-bit mono at 8 kHz.
///
/// A tone is stored as one second that repeats, so that its duration costs no memory.
public struct NarrowbandAudio: Hashable, Sendable {
    /// The sample rate in hertz.
    public static let sampleRate = 8_000
    /// The samples of a frame of 20 ms.
    static let frameCount = 160
    static let frame: Duration = .milliseconds(20)
    /// The most samples of a recording or of the audio a party heard: ten minutes, 9.6 MB.
    public static let sampleCountMax = 600 * sampleRate

    /// The samples; empty for silence.
    private let samples: [Int16]
    /// Whether the samples repeat.
    private let repeats: Bool

    private init(_ samples: [Int16], repeats: Bool) {
        self.samples = samples
        self.repeats = repeats
    }

    /// Audio without a sound and without an end.
    public static let silence = NarrowbandAudio([], repeats: false)

    /// The audio of a party without configured audio.
    public static let usual = tone(500)

    /// A steady tone of 1 to 3,999 whole hertz.
    public static func tone(_ frequency: Int, amplitude: Double = 0.3) -> NarrowbandAudio {
        tones([frequency], amplitude: amplitude)
    }

    /// Several tones at once, each with this amplitude, 0…1 of full scale.
    public static func tones(_ frequencies: [Int], amplitude: Double = 0.3) -> NarrowbandAudio {
        // A tone of whole hertz has whole periods in one second.
        let samples = (0..<sampleRate).map { place in
            let sum = frequencies.reduce(0.0) { sum, frequency in
                sum + sin(2 * .pi * Double(min(max(frequency, 1), 3_999) * place) / Double(sampleRate)) * amplitude
            }
            return Int16(max(-32_767, min(32_767, (sum * 32_767).rounded())))
        }
        return NarrowbandAudio(samples, repeats: true)
    }

    /// The audio of a WAV file, once or repeated.
    ///
    /// - Returns: the audio; nil if its rate cannot be converted to 8 kHz.
    public static func file(_ file: WAVFile, repeats: Bool = false) -> NarrowbandAudio? {
        guard let narrow = file.resampled(to: sampleRate) else { return nil }
        return NarrowbandAudio(Array(narrow.samples.prefix(sampleCountMax)), repeats: repeats)
    }

    /// The ringback tone. Source: ITU-T E.180, North America; without the pause.
    static let ringback = tones([440, 480], amplitude: 0.15)
    /// The tone in place of speech, and of a file that cannot be fetched.
    static let announcement = tone(425)

    /// The duration of one repetition.
    var once: Duration { .milliseconds(samples.count / 8) }

    /// The samples from a position on; silence after the end.
    func samples(_ count: Int, from place: Int) -> [Int16] {
        guard !samples.isEmpty, repeats || place < samples.count else { return [Int16](repeating: 0, count: count) }
        var found: [Int16] = []
        found.reserveCapacity(count)
        var next = repeats ? place % samples.count : place
        while found.count < count {
            if next == samples.count {
                guard repeats else { break }
                next = 0
            }
            let end = min(next + count - found.count, samples.count)
            found += samples[next..<end]
            next = end
        }
        if found.count < count { found += repeatElement(0, count: count - found.count) }
        return found
    }
}

/// Audio that was heard or recorded, with the amplitudes of its tones.
public struct RecordedAudio: Hashable, Sendable {
    /// The samples at 8 kHz, at most `NarrowbandAudio.sampleCountMax`.
    public internal(set) var samples: [Int16]

    public init(samples: [Int16] = []) {
        self.samples = samples
    }

    var isFull: Bool { samples.count >= NarrowbandAudio.sampleCountMax }

    mutating func receive(_ frame: [Int16]) {
        guard !isFull else { return }
        samples += frame
    }

    /// The amplitude of a tone in the last samples, 0…1 of full scale (Goertzel).
    public func amplitude(of frequency: Int, within last: Duration = .milliseconds(200)) -> Double {
        let window = samples.suffix(Int(last / .milliseconds(1)) * NarrowbandAudio.sampleRate / 1_000)
        guard !window.isEmpty else { return 0 }
        let turn = 2 * cos(2 * Double.pi * Double(frequency) / Double(NarrowbandAudio.sampleRate))
        var (one, two) = (0.0, 0.0)
        for sample in window { (one, two) = (Double(sample) + turn * one - two, one) }
        let power = max(one * one + two * two - turn * one * two, 0)
        return 2 * power.squareRoot() / Double(window.count) / 32_768
    }

    /// The audio as a WAV file.
    public var file: WAVFile { WAVFile(sampleRate: NarrowbandAudio.sampleRate, samples: samples) }
}

/// A buffer between two clocks with the same rate but different phase: it delivers when it has enough samples.
struct SoundBuffer: Hashable, Sendable {
    /// The samples needed before it delivers, and again after it ran empty.
    let startCount: Int
    /// The most samples; older ones are dropped.
    let countMax: Int
    private var samples: [Int16] = []
    private var isRunning = false

    init(startCount: Int, countMax: Int) {
        self.startCount = startCount
        self.countMax = countMax
    }

    mutating func put(_ more: [Int16]) {
        samples += more
        if samples.count > countMax { samples.removeFirst(samples.count - startCount) }
    }

    /// Removes this number of samples; nil while there are too few.
    mutating func read(_ count: Int) -> [Int16]? {
        if !isRunning { isRunning = samples.count >= max(startCount, count) }
        guard isRunning, samples.count >= count else {
            isRunning = false
            return nil
        }
        let taken = Array(samples.prefix(count))
        samples.removeFirst(count)
        return taken
    }

    /// Removes all samples.
    mutating func drain() -> [Int16] {
        defer { samples.removeAll(keepingCapacity: true) }
        return samples
    }
}
