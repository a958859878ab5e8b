import MediaEngine

/// The sound of one call: the source of sent audio, and a meter and a recording of received audio.
struct CallSound: Sendable {
    let source: (any AudioSource)?
    let sink: any AudioSink
    private let meter: ToneMeter
    private let recording: Recording?

    private struct Recording: Sendable {
        let path: String
        let file: WAVSink
    }

    /// - Throws: `PhoneSound.Problem`, which names the file.
    init(play: PhoneSound, recordPath: String?, watched: [Double]) throws(PhoneSound.Problem) {
        source = try play.source()
        meter = ToneMeter(watched)
        recording = try Self.recording(recordPath)
        sink = TeeSink([meter] + (recording.map { [$0.file] } ?? []))
    }

    private static func recording(_ path: String?) throws(PhoneSound.Problem) -> Recording? {
        guard let path else { return nil }
        do {
            return Recording(path: path, file: try WAVSink(path: path))
        } catch {
            throw PhoneSound.Problem(path, error)
        }
    }

    /// The present levels of the watched tones.
    var levels: [(frequency: Double, level: Double)] { Array(zip(meter.frequencies, meter.reading.levels)) }

    /// - Throws: `PhoneSound.Problem`, which names the file.
    func close() throws(PhoneSound.Problem) {
        guard let recording else { return }
        do {
            try recording.file.finish()
        } catch {
            throw PhoneSound.Problem(recording.path, error)
        }
    }
}

/// Notices when watched tones start and stop.
package struct ToneMonitor {
    /// The interval at which levels are read.
    package static let interval = Duration.milliseconds(100)
    /// The amplitude from which a tone counts as present. It ends below half of that, so that a level near the
    /// threshold does not flicker.
    package static let threshold = 0.05
    /// A lasting tone is reported once per this number of readings.
    package static let repetition = 10

    private var looks: [Double: Int] = [:]

    package init() {}

    /// Returns the tones to report now; a tone that has stopped has a level below the threshold.
    package mutating func changes(
        of levels: [(frequency: Double, level: Double)]
    ) -> [(frequency: Double, level: Double)] {
        levels.filter { tone in
            switch looks[tone.frequency] {
            case nil:
                guard tone.level >= Self.threshold else { return false }
                looks[tone.frequency] = 0
                return true
            case let count?:
                guard tone.level >= Self.threshold / 2 else {
                    looks[tone.frequency] = nil
                    return true
                }
                looks[tone.frequency] = count + 1
                return (count + 1) % Self.repetition == 0
            }
        }
    }
}
