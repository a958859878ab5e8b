import Standins

/// How loud a tone is in samples at 8 kHz.
enum Tones {
    static func amplitude(of frequency: Int, in samples: some Collection<Int16>) -> Double {
        RecordedAudio(samples: Array(samples)).amplitude(of: frequency, within: .milliseconds(200))
    }
}
