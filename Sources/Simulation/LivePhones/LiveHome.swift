import CarillonRTC
import DeviceModel
import DevicePorts
import DeviceRuntime
import Foundation
import MediaEngine
import PhoneExchange
import PhoneKit
import PhoneSignaling
import Trace

/// What outlives the processes of a live phone's app, and makes the app at each of their starts.
@MainActor
final class LiveHome {
    let credentials = CredentialDesk(CredentialStore(service: "live"))
    weak var app: PhoneApplication?
    weak var sound: DeviceSound?
    weak var screens: LiveScreens?
    /// The way to the exchange's API of the process that runs.
    weak var api: ExchangeClient?
    private(set) var logs: [PhoneLogger] = []
    private let engine: any MediaEngine
    private let microphone: any AudioSource
    private let speaker: any AudioSink
    private let exchange: ExchangeSettings
    private let trace: (any TraceSink)?
    private let name: String
    private let switchedOn = Date()

    init(
        engine: any MediaEngine, microphone: any AudioSource, speaker: any AudioSink,
        exchange: ExchangeSettings, trace: (any TraceSink)?, name: String
    ) {
        self.engine = engine
        self.microphone = microphone
        self.speaker = speaker
        self.exchange = exchange
        self.trace = trace
        self.name = name
    }

    func launch(_ context: LaunchContext) -> PhoneApplication {
        let sound = DeviceSound(microphone: microphone, speaker: speaker)
        let time = LiveTime(context, switchedOn: switchedOn)
        let log = PhoneLogger(clock: time)
        logs.append(log)
        let api = ExchangeClient(exchange, sessions: credentials.store, credentials: credentials, clock: time)
        self.api = api
        let host = PhoneHost(exchange: api) { [exchange] in exchange.installation().id }
        let bridge = PhoneBridge(host: host, clock: time, names: RandomNames(), epoch: UInt32(logs.count))
        let screens = LiveScreens(bridge)
        var parts = PhoneParts(
            signaling: PhoneSignaling(signaling(sound, api)), exchange: api,
            screens: CountedScreens(screens, log: log, crash: nil, analytics: nil, clock: time),
            log: log, files: SystemFileStore(DeviceFileSystem(context.files)), credentials: credentials)
        parts.clock = time
        if let trace { parts.trace = TraceRecorder(sink: trace, clock: time, actor: name) }
        parts.centre = context.notificationCenter
        let app = PhoneApplication(parts)
        bridge.attach(app.shell)
        host.attach(app)
        self.app = app
        self.sound = sound
        self.screens = screens
        return app
    }

    private func signaling(_ sound: DeviceSound, _ api: ExchangeClient) -> SignalingParts {
        var parts = SignalingParts(credentials: credentials.store, sound: sound) { [engine] in engine }
        parts.settings.media.localAddresses = ["127.0.0.1"]
        parts.carrierSettings.media.localAddresses = ["127.0.0.1"]
        parts.iceServers = api
        parts.trace = trace
        parts.name = name
        return parts
    }
}
