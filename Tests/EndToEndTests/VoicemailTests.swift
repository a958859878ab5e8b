import CallModel
import CarillonRTC
import ExchangeServer
import MediaEngine
import NativeMedia
import Redaction
import TestLog
import Testing
import VoicemailAttendant

/// A message left through everything: exchange, attendant, real media.
@Suite(.timeLimit(.minutes(5)))
struct VoicemailTests {
    /// Keeps the messages of one mailbox in memory and says when one came.
    private final class Box: MessageStore {
        let messages: AsyncStream<RecordedMessage>
        private let continuation: AsyncStream<RecordedMessage>.Continuation
        private let room: Bool

        init(hasRoom room: Bool = true) {
            self.room = room
            (messages, continuation) = AsyncStream.makeStream()
        }

        func hasRoom(_ mailbox: String) async -> Bool { room && mailbox == "ben" }
        func keep(_ message: RecordedMessage) async { continuation.yield(message) }
        func discard(messageIn session: String) async {}
    }

    private static let tones = [440.0, 1_000]

    private static func start() async throws -> ExchangeServer {
        var configuration = ExchangeConfiguration()
        configuration.limits.waitForBusyMachines()
        configuration.voicemail = VoicemailSettings()
        var ben = UserEntry(name: "ben", password: PasswordHash(password: SpeakingPhone.password(of: "ben")))
        ben.hasVoicemail = true
        configuration.users = [
            UserEntry(name: "anna", password: PasswordHash(password: SpeakingPhone.password(of: "anna"))), ben,
        ]
        return try await ExchangeServer.start(
            configuration, logger: TestLog.logger)
    }

    private static func attendant(
        of server: ExchangeServer, _ engine: NativeMediaEngine, _ box: Box
    ) async throws -> VoicemailAttendant {
        let access = try #require(server.attendantAccess)
        var configuration = ClientConfiguration(
            url: try SignalingURL("ws://127.0.0.1:\(access.port)/"),
            credentials: .password(login: Redacted(access.login), password: access.password), dialect: .telnyx)
        configuration.trickles = true
        configuration.media.localAddresses = ["127.0.0.1"]
        let attendant = try VoicemailAttendant(
            configuration, media: engine, prompt: try Prompt(), limits: MessageLimits(), box: box)
        try await attendant.connect()
        return attendant
    }

    @Test func `without an answer the caller hears the beep, speaks and hangs up, and the message is kept`()
        async throws
    {
        let server = try await Self.start()
        let engine = try NativeMediaEngine()
        let box = Box()
        let attendant = try await Self.attendant(of: server, engine, box)
        let work = Task { await attendant.run() }
        let anna = try await SpeakingPhone(
            "anna", tone: 440, among: Self.tones, dialect: .telnyx, at: server.port, engine)
        var options = DialOptions()
        // The beep lasts four windows, and comes once.
        let toneSink = ToneSink(Self.tones, keeping: 100)
        options.sink = toneSink
        let call = try await anna.client.dial("ben", options)
        try await toneSink.awaitTone(1_000)
        let voice = SpokenTone(frequency: 440, frames: 2 * AudioFrame.framesPerSecond)
        call.setAudioSource(voice)
        for await _ in voice.spoken { break }
        await call.hangUp()

        let message = try #require(await box.messages.first { _ in true })
        #expect(message.mailbox == "ben")
        #expect(message.callerNumber?.revealed == "anna")
        // How much of two seconds comes through, and how soon the call is over, depends on how busy the machine is.
        #expect(message.length >= MessageLimits().soundMin)
        #expect(Self.loudest(440, in: message.sound) > ToneSink.heardMin)

        work.cancel()
        await work.value
        await anna.client.disconnect()
        engine.close()
        await server.stop()
    }

    @Test func `a caller who hangs up at the beep leaves no message, and a full mailbox takes no call`() async throws {
        let server = try await Self.start()
        let engine = try NativeMediaEngine()
        let box = Box(hasRoom: false)
        let attendant = try await Self.attendant(of: server, engine, box)
        let work = Task { await attendant.run() }
        let anna = try await SpeakingPhone(
            "anna", tone: 440, among: Self.tones, dialect: .telnyx, at: server.port, engine)
        let call = try await anna.client.dial("ben")
        for await event in call.events {
            if case .ended(let ending) = event { #expect(ending.reason == .unreachable) }
        }
        await #expect(throws: ClientError.self) {
            let direct = try await anna.client.dial("voicemail")
            for await event in direct.events {
                if case .ended = event { throw ClientError(.callEnded, "the attendant cannot be dialed") }
            }
        }
        work.cancel()
        await work.value
        await anna.client.disconnect()
        engine.close()
        await server.stop()
    }

    /// The loudest tenth of a second of a tone.
    private static func loudest(_ frequency: Double, in sound: WAVFile) -> Double {
        guard let wide = sound.resampled(to: AudioFrame.sampleRate) else { return 0 }
        let meter = ToneMeter([frequency])
        var loudest = 0.0
        for start in stride(from: 0, to: wide.samples.count - AudioFrame.sampleCount, by: AudioFrame.sampleCount) {
            wide.samples[start..<(start + AudioFrame.sampleCount)].withUnsafeBufferPointer { meter.receive($0) }
            loudest = max(loudest, meter.level(of: frequency) ?? 0)
        }
        return loudest
    }
}
