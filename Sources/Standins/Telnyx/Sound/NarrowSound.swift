internal import Foundation
public import MediaEngine

/// Sound of the public network: 16-bit mono at 8 kHz, which is what its numbers carry.
///
/// A tone is kept as its periods and not written out, so that an hour of it costs nothing.
public struct NarrowSound: Hashable, Sendable {
    /// In hertz.
    public static let sampleRate = 8_000
    /// Of 20 ms.
    static let frameCount = 160
    static let frame: Duration = .milliseconds(20)
    /// The longest sound that is kept, a recording or what a party heard: ten minutes, 9.6 MB.
    public static let sampleCountMax = 600 * sampleRate

    /// From the beginning; none is silence.
    private let samples: [Int16]
    /// Whether it begins again at its end.
    private let repeats: Bool

    private init(_ samples: [Int16], repeats: Bool) {
        self.samples = samples
        self.repeats = repeats
    }

    public static let silence = NarrowSound([], repeats: false)

    /// What a party says that was given nothing else to say.
    public static let usual = tone(500)

    /// A steady tone of whole hertz, 1 to 3,999.
    public static func tone(_ frequency: Int, amplitude: Double = 0.3) -> NarrowSound {
        tones([frequency], amplitude: amplitude)
    }

    /// Several tones at once, each with the amplitude, 0…1 of full scale.
    public static func tones(_ frequencies: [Int], amplitude: Double = 0.3) -> NarrowSound {
        // In one second every tone of whole hertz ends as it began.
        let samples = (0..<sampleRate).map { place in
            let sum = frequencies.reduce(0.0) { sum, frequency in
                sum + sin(2 * .pi * Double(min(max(frequency, 1), 3_999) * place) / Double(sampleRate)) * amplitude
            }
            return Int16(max(-32_767, min(32_767, (sum * 32_767).rounded())))
        }
        return NarrowSound(samples, repeats: true)
    }

    /// The sound of a WAV file, once or over and over.
    ///
    /// - Returns: nil when its rate cannot be brought to 8 kHz.
    public static func file(_ file: WAVFile, repeats: Bool = false) -> NarrowSound? {
        guard let narrow = file.resampled(to: sampleRate) else { return nil }
        return NarrowSound(Array(narrow.samples.prefix(sampleCountMax)), repeats: repeats)
    }

    /// The caller hears that it rings at the other side. Source: ITU-T E.180, North America; the pause is left out.
    static let ringback = tones([440, 480], amplitude: 0.15)
    /// In place of a file that cannot be had, and of speech: there is nothing here that speaks.
    static let announcement = tone(425)

    /// How long it is when it is said once.
    var once: Duration { .milliseconds(samples.count / 8) }

    /// So many samples from a place on; silence behind the end.
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

/// What was heard or recorded, and how loud tones in it are.
public struct HeardSound: Hashable, Sendable {
    /// At 8 kHz, from the beginning, at most `NarrowSound.sampleCountMax`.
    public internal(set) var samples: [Int16]

    public init(samples: [Int16] = []) {
        self.samples = samples
    }

    var isFull: Bool { samples.count >= NarrowSound.sampleCountMax }

    mutating func take(_ frame: [Int16]) {
        guard !isFull else { return }
        samples += frame
    }

    /// How loud a tone was in the last stretch, as its amplitude, 0…1 of full scale (Goertzel).
    public func amplitude(of frequency: Int, within last: Duration = .milliseconds(200)) -> Double {
        let window = samples.suffix(Int(last / .milliseconds(1)) * NarrowSound.sampleRate / 1_000)
        guard !window.isEmpty else { return 0 }
        let turn = 2 * cos(2 * Double.pi * Double(frequency) / Double(NarrowSound.sampleRate))
        var (one, two) = (0.0, 0.0)
        for sample in window { (one, two) = (Double(sample) + turn * one - two, one) }
        let power = max(one * one + two * two - turn * one * two, 0)
        return 2 * power.squareRoot() / Double(window.count) / 32_768
    }

    /// A WAV file of it.
    public var file: WAVFile { WAVFile(sampleRate: NarrowSound.sampleRate, samples: samples) }
}

/// Sound on its way between two clocks that tick alike and not together: it begins when some is there.
struct SoundBuffer: Hashable, Sendable {
    /// What has to be there before it begins, and again after it ran dry.
    let startCount: Int
    /// What may wait; older goes.
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

    /// So many samples, or nil while there is not enough.
    mutating func take(_ count: Int) -> [Int16]? {
        if !isRunning { isRunning = samples.count >= max(startCount, count) }
        guard isRunning, samples.count >= count else {
            isRunning = false
            return nil
        }
        let taken = Array(samples.prefix(count))
        samples.removeFirst(count)
        return taken
    }

    /// All there is.
    mutating func drain() -> [Int16] {
        defer { samples.removeAll(keepingCapacity: true) }
        return samples
    }
}
