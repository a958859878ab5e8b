import MediaEngine
import WireJSON

/// A mailbox, read over the API with the proof of its owner or of one of the owner's devices.
struct DemoMailbox {
    struct Message {
        var id: String
        var length: Duration
        var callerNumber: String
    }

    /// The frequency of the attendant's beep, in hertz.
    static let beepFrequency = 1_000.0
    /// The length of a message, one and a half seconds: more than a click, and short enough to wait for.
    static let messageFrames = AudioFrame.framesPerSecond * 3 / 2

    let login: String
    let port: Int

    /// Waits for the first message; nil when none arrives within `limit`.
    func message(within limit: Duration) async throws -> Message? {
        let deadline = ContinuousClock.now + limit
        while ContinuousClock.now < deadline {
            if let message = try await newest() { return message }
            try await Task.sleep(for: .milliseconds(10))
        }
        return nil
    }

    /// The newest message, if its sound is ready; nil otherwise.
    func newest() async throws -> Message? {
        let answer = try await DemoAPIClient.ask("/api/voicemail", port: port, as: proof)
        guard let found = answer["messages"]?.array?.first?.object, let id = found["id"]?.string,
            found["sound"]?.string == "ready"
        else { return nil }
        return Message(
            id: id, length: .milliseconds(found["milliseconds"]?.integer ?? 0),
            callerNumber: found["caller_number"]?.string ?? "an unknown caller")
    }

    /// The highest amplitude of a tone in a message, 0…1.
    func level(of frequency: Double, in message: Message) async throws -> Double {
        let bytes = try await DemoAPIClient.bytes("/api/voicemail/\(message.id)/sound", port: port, as: proof)
        let file = try bytes.withUnsafeBytes { try WAVFile(parsing: $0) }
        guard let sound = file.resampled(to: AudioFrame.sampleRate)?.samples else { return 0 }
        let meter = ToneMeter([frequency])
        var loudest = 0.0
        for start in stride(from: 0, through: sound.count - AudioFrame.sampleCount, by: AudioFrame.sampleCount) {
            sound[start..<(start + AudioFrame.sampleCount)].withUnsafeBufferPointer { meter.receive($0) }
            loudest = max(loudest, meter.level(of: frequency) ?? 0)
        }
        return loudest
    }

    private var proof: String {
        DemoAPIClient.basic(login)
    }
}
