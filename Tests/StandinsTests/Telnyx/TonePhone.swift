import CallModel
import CarillonRTC
import MediaEngine
import NativeMedia
import Redaction
import RingTime
import Standins

/// A phone of ours at Telnyx's edge, with a voice and a tone sink.
struct TonePhone {
    static let voice = 1_000
    let client: CarillonClient
    let toneSink: ToneSink

    init(
        _ standin: TelnyxStandin, _ engine: NativeMediaEngine, _ credentials: Credentials, toneSink frequency: Int,
        trickles: Bool = false, tones: ToneMethod = .automatic
    ) throws {
        var configuration = ClientConfiguration(
            url: try SignalingURL(standin.edgeURL), credentials: credentials, dialect: .telnyx)
        configuration.media.localAddresses = ["127.0.0.1"]
        configuration.trickles = trickles
        configuration.tones = tones
        configuration.reconnection.delayMin = .milliseconds(50)
        client = try CarillonClient(configuration, ports: ClientPorts(media: engine, clock: UnhurriedClock()))
        toneSink = ToneSink(frequency)
    }

    /// Its voice and its sink from now on.
    func talk(_ call: Call) {
        call.setAudioSource(ToneGenerator(frequency: Double(Self.voice)))
        call.setAudioSink(toneSink)
    }

    var options: DialOptions {
        var options = DialOptions()
        options.source = ToneGenerator(frequency: Double(Self.voice))
        options.sink = toneSink
        return options
    }

    /// Waits for a tone.
    final class ToneSink: AudioSink {
        private let readings: AsyncStream<ToneMeter.Reading>
        private let continuation: AsyncStream<ToneMeter.Reading>.Continuation
        private let meter: ToneMeter

        init(_ frequency: Int) {
            (readings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
            meter = ToneMeter([Double(frequency)], windowFrames: 5)
        }

        func receive(_ frame: UnsafeBufferPointer<Int16>) {
            meter.receive(frame)
            if meter.reading.frameCount.isMultiple(of: 5) { continuation.yield(meter.reading) }
        }

        /// Returns once the tone is heard, or is heard no more.
        func awaitTone(isGone: Bool = false) async {
            for await reading in readings where (reading.levels[0] > 0.1) != isGone { return }
        }
    }
}

extension Call {
    /// Returns once the call has come so far.
    func reaches(_ isThere: (CallState) -> Bool) async -> CallState? {
        for await case .stateChanged(let state) in events where isThere(state) { return state }
        return nil
    }

    /// How it ended.
    func ends() async -> Ending? {
        for await case .ended(let ending) in events { return ending }
        return ending
    }
}
