import MediaEngine

/// The sound of one call: what is said, and what becomes of what is heard.
struct CallSound: Sendable {
    let source: (any AudioSource)?
    let sink: any AudioSink
    private let meter: ToneMeter
    private let recording: Recording?

    private struct Recording: Sendable {
        let path: String
        let file: WAVSink
    }

    /// - Throws: what is wrong with which file.
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

    /// Of the watched tones, as they are heard now.
    var levels: [(frequency: Double, level: Double)] { Array(zip(meter.frequencies, meter.reading.levels)) }

    /// - Throws: what is wrong with which file.
    func close() throws(PhoneSound.Problem) {
        guard let recording else { return }
        do {
            try recording.file.finish()
        } catch {
            throw PhoneSound.Problem(recording.path, error)
        }
    }
}
