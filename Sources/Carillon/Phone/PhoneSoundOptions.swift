package import ArgumentParser
import CarillonRTC
package import MediaEngine

/// What is said, what is kept and how it is coded.
package struct PhoneSoundOptions: ParsableArguments {
    @Option(help: ArgumentHelp("What to say.", valueName: "FILE.wav|tone:HERTZ|silence"))
    package var play = "silence"

    @Option(
        help: ArgumentHelp(
            "Keep what is heard. A second call goes into FILE-2.wav. Files of these names are replaced.",
            valueName: "FILE.wav"))
    package var record: String?

    @Option(help: ArgumentHelp("Say when this tone is heard; repeat for more.", valueName: "hertz"))
    package var listenFor: [Double] = []

    @Option(help: "opus, pcmu or pcma, in order of preference; repeat for more. All three without it.")
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
