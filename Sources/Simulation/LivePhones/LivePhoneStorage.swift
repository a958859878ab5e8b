import CallModel
import CarillonRTC
import Clocks
import DeviceModel
import DevicePorts
import DeviceRuntime
import Foundation
public import MediaEngine
import PhoneCore
import PhoneExchange
import PhoneKit
public import PhoneSignaling
import Trace

/// The parts of a live phone that outlive the app's processes. It makes the app at each start of a process.
@MainActor
final class LivePhoneStorage {
    let credentials = CredentialQueue(CredentialStore(service: "live"))
    weak var app: PhoneApplication?
    weak var sound: DeviceAudioUnit?
    weak var screens: LiveScreens?
    /// The plugin in the running process's web view.
    private(set) weak var plugin: LivePlugin?
    /// The running process's client of the exchange's API.
    weak var api: ExchangeClient?
    private(set) var logs: [PhoneLogger] = []
    let quality = QualityTee()
    var tellsFailedTransfer: (@MainActor (EndReason) -> Void)?
    /// The naive app's delegate for pushes, which the registry does not keep.
    private var naive: NaivePushDelegate?
    private let engine: any MediaEngine
    private let microphone: any AudioSource
    private let speaker: any AudioSink
    private let exchange: ExchangeSettings
    private let trace: (any TraceSink)?
    private let name: String
    private let switchedOn = Date()
    private let options: LivePhone.Options

    init(
        engine: any MediaEngine, microphone: any AudioSource, speaker: any AudioSink,
        exchange: ExchangeSettings, trace: (any TraceSink)?, name: String, options: LivePhone.Options
    ) {
        self.engine = engine
        self.microphone = microphone
        self.speaker = speaker
        self.exchange = exchange
        self.trace = trace
        self.name = name
        self.options = options
    }

    func launch(_ context: LaunchContext) -> PhoneApplication {
        let sound = DeviceAudioUnit(microphone: microphone, speaker: speaker)
        let time = LivePhoneClock(context, switchedOn: switchedOn)
        let log = PhoneLogger(clock: time)
        logs.append(log)
        let api = ExchangeClient(exchange, sessions: credentials.store, credentials: credentials, clock: time)
        self.api = api
        let host = PhoneHost(exchange: api) { [exchange] in exchange.installation().id }
        let bridge = PhoneBridge(host: host, clock: time, names: RandomUUIDs(), epoch: UInt32(logs.count))
        let screens = LiveScreens(bridge)
        screens.tellsFailedTransfer = { [weak self] in self?.tellsFailedTransfer?($0) }
        let signaling = PhoneSignaling(signaling(sound, api))
        quality.bridge = bridge
        signaling.qualityListener = quality
        api.tokenWanted = { [weak bridge] token in bridge?.publish(.pushToken(token)) }
        var parts = PhoneDependencies(
            signaling: signaling, exchange: api,
            screens: InstrumentedScreens(screens, log: log, crash: nil, analytics: nil, clock: time),
            log: FaultForwarder(log, to: bridge), files: SystemFileStore(fileSystem(context)), credentials: credentials)
        parts.clock = time
        if let trace { parts.trace = TraceRecorder(sink: trace, clock: time, actor: name) }
        parts.center = context.notificationCenter
        let app = PhoneApplication(parts)
        bridge.attach(app.shell)
        host.attach(app)
        naive = options.isNaive ? NaivePushDelegate(clock: time) : nil
        self.app = app
        self.sound = sound
        self.screens = screens
        return app
    }

    /// Makes the plugin of the web view that the running process loads, if it shows one.
    func makePlugin() -> LivePlugin? {
        guard options.showsPage, let screens else { return nil }
        let plugin = LivePlugin(screens)
        screens.plugin = plugin
        self.plugin = plugin
        return plugin
    }

    private func fileSystem(_ context: LaunchContext) -> DeviceFileSystem {
        DeviceFileSystem(context.files) { [options] step throws(FileError) in
            if case .append(_, let bytes) = step, !bytes.isEmpty, options.isDiskFull() { throw .noSpace }
            return true
        }
    }

    private func signaling(_ sound: DeviceAudioUnit, _ api: ExchangeClient) -> SignalingDependencies {
        var parts = SignalingDependencies(credentials: credentials.store, sound: sound) { [engine] in engine }
        parts.settings.media.localAddresses = ["127.0.0.1"]
        parts.carrierSettings.media.localAddresses = ["127.0.0.1"]
        if let network = options.network { parts.transport = network }
        parts.clock = options.clock
        parts.iceServers = api
        parts.trace = trace
        parts.name = name
        return parts
    }
}

/// The time of a live phone, as the app's processes read it: the model's clock, and real dates, because an exchange
/// gives the end of ringing as a date.
struct LivePhoneClock: TimeSource {
    private let clock: DeviceClock
    private let kernel: DeviceKernel
    private let switchedOn: Date

    /// - Parameter switchedOn: the date at which the phone's own clock was zero.
    @MainActor
    init(_ context: LaunchContext, switchedOn: Date) {
        clock = context.clock
        kernel = context.device.kernel
        self.switchedOn = switchedOn
    }

    var now: Duration { kernel.now }

    var date: Date {
        let (seconds, attoseconds) = kernel.now.components
        return switchedOn.addingTimeInterval(Double(seconds) + Double(attoseconds) / 1e18)
    }

    nonisolated(nonsending) func wait(until deadline: Duration) async throws {
        try await clock.sleep(for: deadline - kernel.now)
    }
}

/// The audio unit of a modeled phone. The model is told when it is opened and closed; the audio itself goes through the
/// given source and sink.
@MainActor
public final class DeviceAudioUnit: AudioHardware {
    public let microphone: (any AudioSource)?
    public let speaker: (any AudioSink)?
    /// Whether the audio unit is open, so that a line may be heard.
    public private(set) var isOpen = false

    init(microphone: any AudioSource, speaker: any AudioSink) {
        self.microphone = microphone
        self.speaker = speaker
    }

    public func open() {
        guard !isOpen else { return }
        isOpen = true
        ProcessHandle.current?.send(.audio(.startMedia))
    }

    public func close() {
        guard isOpen else { return }
        isOpen = false
        ProcessHandle.current?.send(.audio(.stopMedia))
    }
}

/// Passes the measured quality of a phone's calls to the bridge, and to a watcher outside the phone.
@MainActor
final class QualityTee: QualityObserver {
    weak var bridge: PhoneBridge?
    var tells: (@MainActor (QualityReport) -> Void)?

    func didMeasure(_ report: QualityReport, on line: LineID) {
        bridge?.didMeasure(report, on: line)
        tells?(report)
    }
}
