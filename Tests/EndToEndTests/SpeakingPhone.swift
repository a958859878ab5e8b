import CallModel
import CarillonRTC
import ExchangeServer
import MediaEngine
import Redaction
import RingTime

extension ServerLimits {
    /// Waits for clients as long as a starved machine needs.
    mutating func waitForBusyMachines() {
        (loginWait, requestWait, replyWait, detached) = (.seconds(600), .seconds(600), .seconds(600), .seconds(600))
        deviceWaitFactor = 10
    }
}

/// A client with a tone of its own, which listens to the tones of all others.
struct SpeakingPhone: Sendable {
    let name: String
    let tone: Double
    let toneSink: ToneSink
    let client: CarillonClient

    static func password(of name: String) -> Redacted<String> { Redacted("secret of \(name)") }

    /// Registers.
    init(
        _ name: String, tone: Double, among tones: [Double], dialect: Dialect, at port: Int,
        _ engine: any MediaEngine
    ) async throws {
        self.name = name
        self.tone = tone
        toneSink = ToneSink(tones)
        var configuration = ClientConfiguration(
            url: try SignalingURL("ws://127.0.0.1:\(port)/"),
            credentials: .password(login: Redacted(name), password: Self.password(of: name)), dialect: dialect)
        configuration.trickles = dialect == .telnyx
        configuration.media.localAddresses = ["127.0.0.1"]
        client = try CarillonClient(
            configuration, ports: ClientPorts(media: engine, clock: UnhurriedClock(), name: name))
        try await client.connect()
    }

    /// Calls the other, who takes the call; returns when both sides say that it stands.
    func call(_ other: SpeakingPhone) async throws -> (mine: Call, theirs: Call?) {
        var incoming = other.client.incomingCalls.makeAsyncIterator()
        var options = DialOptions()
        options.source = ToneGenerator(frequency: tone, amplitude: 0.3)
        options.sink = toneSink
        let mine = try await client.dial(other.name, options)
        let theirs = await incoming.next()
        theirs?.setAudioSource(ToneGenerator(frequency: other.tone, amplitude: 0.3))
        theirs?.setAudioSink(other.toneSink)
        try await theirs?.answer()
        for await event in mine.events {
            if case .stateChanged(let state) = event, state.progress == .active { break }
        }
        return (mine, theirs)
    }

    func awaitTone(only other: SpeakingPhone) async throws { try await toneSink.awaitTone(only: other.tone, name) }
}
