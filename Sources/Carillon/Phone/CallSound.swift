import MediaEngine

/// The sound of one call: what is said, and what becomes of what is heard.
struct CallSound: Sendable {
    let source: (any AudioSource)?
    let sink: any AudioSink
    private let meter: ToneMeter
    private let recording: WAVSink?

    /// - Throws: what the files have to say.
    init(play: PhoneSound, recordPath: String?, watched: [Double]) throws {
        source = try play.source()
        meter = ToneMeter(watched)
        recording = try recordPath.map { try WAVSink(path: $0) }
        sink = TeeSink([meter] + (recording.map { [$0] } ?? []))
    }

    /// Of the watched tones, as they are heard now.
    var levels: [(frequency: Double, level: Double)] { Array(zip(meter.frequencies, meter.reading.levels)) }

    func close() throws { try recording?.finish() }
}
