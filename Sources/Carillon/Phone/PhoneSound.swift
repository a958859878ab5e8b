public import ArgumentParser
public import CarillonRTC
public import MediaEngine

/// The sound that a phone sends.
package enum PhoneSound: Equatable, Sendable {
    case silence
    /// A tone of this frequency, in hertz.
    case tone(Double)
    case file(String)

    package struct Problem: Error, CustomStringConvertible {
        package let description: String
    }

    /// The frequencies that speech codecs carry at 48 kHz, in hertz.
    private static let frequencies = 20.0...20_000

    /// Reads `silence`, `tone:HERTZ` or the name of a WAV file.
    package init(_ text: String) throws(Problem) {
        if text == "silence" {
            self = .silence
        } else if text.hasPrefix("tone:") {
            guard let frequency = Double(text.dropFirst("tone:".count)), Self.frequencies.contains(frequency) else {
                throw Problem(description: "a tone is tone:HERTZ, from 20 to 20000")
            }
            self = .tone(frequency)
        } else {
            self = .file(text)
        }
    }
}

extension PhoneSound {
    /// The audio source; nil for silence.
    ///
    /// - Throws: `Problem` when the file cannot be played.
    func source() throws(Problem) -> (any AudioSource)? {
        switch self {
        case .silence: nil
        case .tone(let frequency): ToneGenerator(frequency: frequency)
        case .file(let path): try Self.file(path)
        }
    }

    private static func file(_ path: String) throws(Problem) -> WAVSource {
        do {
            return try WAVSource(path: path)
        } catch {
            throw Problem(path, error)
        }
    }
}

extension PhoneSound.Problem {
    /// The message may contain the path, because the user named the file.
    init(_ path: String, _ error: WAVError) { self.init(description: "\(path): \(error.context)") }
}

/// Options for the sound that is sent, the sound that is recorded, and its coding.
package struct PhoneSoundOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The sound to send.", valueName: "FILE.wav|tone:HERTZ|silence"))
    package var play = "silence"

    @Option(
        help: ArgumentHelp(
            "Record the received sound. A second call is recorded to FILE-2.wav. Existing files are replaced.",
            valueName: "FILE.wav"))
    package var record: String?

    @Option(help: ArgumentHelp("Report when this tone is received; repeat for more.", valueName: "hertz"))
    package var listenFor: [Double] = []

    @Option(help: "opus, pcmu or pcma, in order of preference; repeat for more (default: all three).")
    package var codec: [AudioCodec] = []

    @Option(help: "How digits travel: automatic, media (RFC 4733) or signaling.")
    var digits: ToneMethod = .automatic

    package init() {}

    package func validate() throws {
        guard listenFor.count <= ToneMeter.frequencyCountMax else {
            throw ValidationError("--listen-for: at most \(ToneMeter.frequencyCountMax) tones")
        }
        do {
            _ = try PhoneSound(play).source()
        } catch {
            throw ValidationError("--play: \(error)")
        }
        guard let record else { return }
        do {
            try WAVSink.check(path: record)
        } catch {
            throw ValidationError("--record: \(PhoneSound.Problem(record, error))")
        }
    }

    func apply(to client: inout ClientConfiguration) {
        if !codec.isEmpty { client.media.codecs = codec }
        client.tones = digits
    }
}

extension AudioCodec: ExpressibleByArgument {}

extension ToneMethod: ExpressibleByArgument {}
