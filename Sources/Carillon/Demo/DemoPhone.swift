import CallModel
import CarillonRTC
import MediaEngine
import Redaction
import Synchronization
import Trace

/// A phone of the demo: a client, the tone it sends and a meter of the audio it receives.
struct DemoPhone {
    let name: String
    let frequency: Double
    let client: CarillonClient
    let tone: ToneGenerator
    let meter: ToneMeter
    let cable = DemoTransport()

    /// Registers at the exchange on `port` as the device that the role names.
    init(
        _ role: DemoUsers.Role, watching watched: [Double], port: Int, engine: any MediaEngine, trace: any TraceSink
    ) async throws {
        name = role.name
        frequency = role.frequency
        tone = ToneGenerator(frequency: frequency, amplitude: 0.3)
        meter = ToneMeter(watched)
        var configuration = ClientConfiguration(
            url: try SignalingURL("ws://127.0.0.1:\(port)/"),
            credentials: .password(login: Redacted(name), password: Redacted(DemoUsers.password(of: name))),
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

    func receives(_ frequency: Double, within limit: Duration = DemoTimeout.net) async throws -> Bool {
        try await DemoTimeout.wait(limit) { level(of: frequency) > DemoPhone.heardLevelMin }
    }

    /// Like ``receives(_:within:)``, but counts only audio received after this call; a meter's window spans several
    /// frames.
    func receivesAnew(_ frequency: Double, within limit: Duration = DemoTimeout.net) async throws -> Bool {
        let frames = meter.reading.frameCount + DemoPhone.windowFrames
        return try await DemoTimeout.wait(limit) {
            meter.reading.frameCount >= frames && level(of: frequency) > DemoPhone.heardLevelMin
        }
    }

    func loses(_ frequency: Double, within limit: Duration = DemoTimeout.net) async throws -> Bool {
        try await DemoTimeout.wait(limit) { level(of: frequency) < DemoPhone.silentLevelMax }
    }

    /// Twice the meter's window of five frames.
    private static let windowFrames = 10
    /// A third of the sent amplitude: no codec loses more than that, and no echo or noise reaches it.
    static let heardLevelMin = 0.1
    /// A thirtieth of the sent amplitude.
    static let silentLevelMax = 0.01
}

/// A WebSocket transport whose connection the demo can cut.
final class DemoTransport: SignalingTransport {
    private let real = WebSocketTransport()
    private let newest = Mutex<(any SignalingConnection)?>(nil)

    func open(_ url: SignalingURL) -> any SignalingConnection {
        let connection = real.open(url)
        newest.withLock { $0 = connection }
        return connection
    }

    /// Closes the present socket without telling the exchange.
    func cut() {
        newest.withLock { $0 }?.close()
    }
}

/// An audio source that counts its played frames.
final class CountedSource: AudioSource {
    private let source: any AudioSource
    private let frames = Mutex(0)

    init(_ source: any AudioSource) {
        self.source = source
    }

    var frameCount: Int { frames.withLock { $0 } }

    func fill(_ frame: UnsafeMutableBufferPointer<Int16>) {
        source.fill(frame)
        frames.withLock { $0 += 1 }
    }
}

/// Collects the digits that the other side of a call sends.
final class DigitListener: Sendable {
    private let heard = Mutex("")

    init(_ call: Call) {
        let events = call.events
        Task { [weak self] in
            for await event in events {
                guard case .digitReceived(let digit) = event else { continue }
                self?.heard.withLock { $0.append(digit) }
            }
        }
    }

    var digits: String { heard.withLock { $0 } }
}

/// Waits for a condition with a time limit.
enum DemoTimeout {
    /// The longest wait for a step, far above the time that any takes: it only ends a step that fails.
    static let net = Duration.seconds(60)

    /// Returns whether `condition` became true within `limit`. It is checked every two milliseconds, which limits the
    /// precision of the demo's figures.
    static func wait(_ limit: Duration, until condition: () -> Bool) async throws -> Bool {
        let deadline = ContinuousClock.now + limit
        while !condition() {
            guard ContinuousClock.now < deadline else { return false }
            try await Task.sleep(for: .milliseconds(2))
        }
        return true
    }
}
