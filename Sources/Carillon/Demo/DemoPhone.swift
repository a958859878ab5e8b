import CallModel
import CarillonRTC
import MediaEngine
import Redaction
import Trace

/// A phone of the demo: a client, the tone it says and the meter of what it hears.
struct DemoPhone {
    let name: String
    let frequency: Double
    let client: CarillonClient
    let tone: ToneGenerator
    let meter: ToneMeter
    let cable = CuttableTransport()

    /// Registers at the exchange on `port` as the device that the role names.
    init(
        _ role: DemoCast.Role, watching watched: [Double], port: Int, engine: any MediaEngine, trace: any TraceSink
    ) async throws {
        name = role.name
        frequency = role.frequency
        tone = ToneGenerator(frequency: frequency, amplitude: 0.3)
        meter = ToneMeter(watched)
        var configuration = ClientConfiguration(
            url: try SignalingURL("ws://127.0.0.1:\(port)/"),
            credentials: .password(login: Redacted(name), password: Redacted(DemoCast.password(of: name))),
            dialect: .telnyx)
        configuration.trickles = true
        configuration.media.localAddresses = ["127.0.0.1"]
        configuration.callerName = name
        client = try CarillonClient(
            configuration, ports: ClientPorts(media: engine, transport: cable, trace: trace, name: name))
        try await client.connect()
    }

    func attachAudio(to call: Call) {
        call.setAudioSource(tone)
        call.setAudioSink(meter)
    }

    /// The amplitude of a watched tone now, 0…1.
    func level(of frequency: Double) -> Double { meter.level(of: frequency) ?? 0 }

    func hears(_ frequency: Double, within limit: Duration = .seconds(5)) async throws -> Bool {
        try await Patience.wait(limit) { level(of: frequency) > DemoPhone.heardLevelMin }
    }

    /// The same, of sound that came after this was called: a meter's window spans several frames.
    func hearsAnew(_ frequency: Double, within limit: Duration = .seconds(5)) async throws -> Bool {
        let frames = meter.reading.frameCount + DemoPhone.windowFrames
        return try await Patience.wait(limit) {
            meter.reading.frameCount >= frames && level(of: frequency) > DemoPhone.heardLevelMin
        }
    }

    func loses(_ frequency: Double, within limit: Duration = .seconds(5)) async throws -> Bool {
        try await Patience.wait(limit) { level(of: frequency) < DemoPhone.silentLevelMax }
    }

    /// Twice the meter's window of five frames.
    private static let windowFrames = 10
    /// A third of what is sent: no codec loses that much, and no echo or noise comes near it.
    static let heardLevelMin = 0.1
    /// A thirtieth of what is sent.
    static let silentLevelMax = 0.01
}
