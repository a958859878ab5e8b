public import DeviceModel
public import DeviceRuntime
public import MediaEngine
public import PhoneCore
public import PhoneExchange
import PhoneKit
public import Redaction
public import Trace
import UIKit
public import WireJSON

/// A modelled iPhone with the whole app on it: real signalling and media, and time that passes as it does.
///
/// The phone's own clock moves only in ``passes(_:until:)``, as far as real time has gone.
@MainActor
public final class LivePhone {
    /// The iPhone.
    public let device: ModelDevice
    private let home: LiveHome
    private let clock = ContinuousClock()
    private var lastMoment: ContinuousClock.Instant

    /// A phone on which the app was never started.
    ///
    /// - Parameters:
    ///   - seed: decides what Apple leaves open, and the phone's push tokens: phones of one push service have different ones.
    ///   - engine: makes sound's way.
    ///   - microphone: what is said while the audio session is active.
    ///   - speaker: where what is heard goes.
    ///   - exchange: where the exchange is, and what the phone is to it.
    ///   - trace: gets every event and effect of the signalling clients, redacted, and what the frameworks are told.
    ///   - name: whose they are in the trace.
    public init(
        _ profile: DeviceProfile = .ios26p4, seed: UInt64 = 1, engine: any MediaEngine, microphone: any AudioSource,
        speaker: any AudioSink, exchange: ExchangeSettings, trace: (any TraceSink)? = nil, name: String = "phone"
    ) {
        let home = LiveHome(
            engine: engine, microphone: microphone, speaker: speaker, exchange: exchange, trace: trace,
            name: name)
        self.home = home
        lastMoment = clock.now
        device = ModelDevice(
            profile: profile, seed: seed, applicationDelegate: { LiveAppDelegate($0, home) },
            sceneDelegate: { LiveSceneDelegate(home) })
    }

    /// Microphone and loudspeaker of the process that runs.
    public var sound: DeviceSound? { home.sound }
    /// The app's own screens in the process that runs.
    public var screens: LiveScreens? { home.screens }
    /// The log of every process there was.
    public var lines: [String] { home.logs.flatMap { $0.records.map(\.description) } }
    /// What the process that runs would leave to the next.
    public var record: PhoneRecord? { home.app?.shell.phone.record }

    /// Tells the app something that comes neither from the system nor from the exchange's sockets.
    public func tell(_ event: PhoneEvent) {
        device.asApp { home.app?.shell.send(event) }
    }

    /// The person asks something on the app's own screens.
    public func ask(_ request: UserRequest) {
        device.asApp { _ = home.app?.shell.request(request) { _ in } }
    }

    /// The app's web page calls a method of the bridge; its answer stands in ``LiveScreens/answers``.
    public func call(_ method: BridgeMethod, _ options: JSONObject = [:]) {
        device.asApp { home.screens?.call(method, options) }
    }

    /// The person signs in with a login and password of the exchange's; what becomes of it shows in the record.
    public func signIn(login: Redacted<String>, password: Redacted<String>) {
        device.asApp {
            let api = home.api
            _ = Task { await api?.signIn(login: login, password: password) }
        }
    }

    /// The person locks the phone and puts it away; the system needs the app's memory.
    public func putAway() async {
        await device.lock()
        await device.kill(.reclaimMemory)
    }

    /// The phone is thrown away, with what its app wrote.
    public func discard() async { await device.kill(.forceQuit) }

    /// Lets real time pass on the phone until something is so.
    ///
    /// - Parameters:
    ///   - limit: far above what anything takes here, as sound takes its time on a machine that is busy with other things.
    ///   - step: how often the phone's own time is moved on: what waits for a callback of the system waits for
    ///     that. The usual one is finer than a frame of sound.
    /// - Returns: whether it came to be so within the limit.
    public func passes(
        _ limit: Duration = .seconds(60), every step: Duration = .milliseconds(5),
        until isMet: @MainActor () async throws -> Bool
    ) async throws -> Bool {
        let deadline = clock.now.advanced(by: limit)
        while clock.now < deadline {
            await catchUp()
            if try await isMet() { return true }
            try await clock.sleep(for: step)
        }
        return false
    }

    /// Lets as much time pass on the phone as really has since the last time: for several phones that live at once.
    public func catchUp() async {
        let now = clock.now
        await device.advance(by: now - lastMoment)
        lastMoment = now
    }
}
