package import CallModel
import Capacitor
internal import CarillonRTC
package import Clocks
public import DeviceModel
public import DeviceRuntime
import Foundation
public import MediaEngine
public import PhoneCore
public import PhoneExchange
import PhoneKit
public import Redaction
public import Trace
import UIKit
public import WireJSON

/// A modeled iPhone with the whole app, real signaling and real media.
///
/// The phone's own clock advances only in ``passes(_:every:until:)`` and ``catchUp()``, by the real time that has
/// passed, and never by much at once. A machine too busy to look more often thus slows the phone down: its limits do not
/// pass before it has seen what came meanwhile.
@MainActor
public final class LivePhone {
    /// The iPhone.
    public let device: ModelDevice
    private let home: LivePhoneStorage
    private let clock = ContinuousClock()
    private var lastMoment: ContinuousClock.Instant

    /// The optional parts of a phone.
    public struct Options: Sendable {
        /// Whether the app's scene has a web view, in which a ``LivePage`` can be loaded.
        public var showsPage = false
        /// Carries the signaling of all its processes, and can be cut; nil for the platform's own transport.
        package var network: CuttableTransport?
        /// The clock of its signaling.
        package var clock: any TimeSource = SystemClock()
        /// Whether nothing can be written to the phone's files now.
        package var isDiskFull: @Sendable () -> Bool = { false }
        /// Whether the app awaits something before it reports a call for a push, which breaks rule C2.
        package var isNaive = false

        public init() {}
    }

    /// The most by which the phone's time advances at once. Its shortest limit is ten times as long.
    private static let stepMax: Duration = .milliseconds(100)

    /// Makes a phone on which the app has never been started.
    ///
    /// - Parameters:
    ///   - seed: determines behavior that Apple leaves open, and the push tokens; phones of one push service need
    ///     different seeds.
    ///   - engine: the media engine.
    ///   - microphone: the source of sent audio while the audio session is active.
    ///   - speaker: the sink of received audio.
    ///   - exchange: the exchange's address and the phone's installation.
    ///   - trace: receives every event and effect of the signaling clients, redacted, and the calls of frameworks.
    ///   - name: the phone's name in the trace.
    public init(
        _ profile: DeviceProfile = .ios26p4, seed: UInt64 = 1, engine: any MediaEngine, microphone: any AudioSource,
        speaker: any AudioSink, exchange: ExchangeSettings, trace: (any TraceSink)? = nil, name: String = "phone",
        options: Options = Options()
    ) {
        let home = LivePhoneStorage(
            engine: engine, microphone: microphone, speaker: speaker, exchange: exchange, trace: trace, name: name,
            options: options)
        self.home = home
        lastMoment = clock.now
        device = ModelDevice(
            profile: profile, seed: seed, applicationDelegate: { LiveAppDelegate($0, home) },
            sceneDelegate: { LiveSceneDelegate(home) })
    }

    /// Microphone and loudspeaker of the running process.
    public var sound: DeviceAudioUnit? { home.sound }
    /// The app's own screens in the running process.
    public var screens: LiveScreens? { home.screens }
    /// Told the measured quality of the calls, once a second each while media is connected.
    package var tellsQuality: (@MainActor (QualityReport) -> Void)? {
        get { home.quality.tells }
        set { home.quality.tells = newValue }
    }
    /// Told how the call to the target of a transfer ended, when that failed.
    package var tellsFailedTransfer: (@MainActor (EndReason) -> Void)? {
        get { home.tellsFailedTransfer }
        set { home.tellsFailedTransfer = newValue }
    }
    /// The log lines of all processes.
    public var lines: [String] { home.logs.flatMap { $0.records.map(\.description) } }
    /// The stored record that the running process would leave to the next.
    public var record: PhoneRecord? { home.app?.shell.phone.record }

    /// The methods in the table of the app's plugin; nil while the app has no web view.
    public var pluginMethods: [String]? { home.plugin?.pluginMethods.map { $0.name } }

    /// Whether the exchange has the running process's token for alerts.
    public var isAlertTokenKnown: Bool { home.app?.shell.phone.isAlertTokenKnown ?? false }

    /// Sends the app an event that comes neither from the system nor from the exchange's sockets.
    public func send(_ event: PhoneEvent) {
        device.asApp { home.app?.shell.send(event) }
    }

    /// Sends a request of the user on the app's own screens.
    public func ask(_ request: UserRequest) {
        device.asApp { _ = home.app?.shell.request(request) { _ in } }
    }

    /// Sends a request of the user on the app's own screens.
    ///
    /// - Parameter settled: called once with the phone's immediate answer.
    /// - Returns: whether there is a running app to ask.
    package func ask(_ request: UserRequest, settled: @escaping @MainActor (UserOutcome) -> Void) -> Bool {
        device.asApp { _ = home.app?.shell.request(request, settled: settled) } != nil
    }

    /// Calls a method of the bridge as the app's web page; the answer is in ``LiveScreens/answers``.
    public func call(_ method: BridgeMethod, _ options: JSONObject = [:]) {
        device.asApp { home.screens?.call(method, options) }
    }

    /// Signs in with a login and password of the exchange; the result shows in the record.
    public func signIn(login: Redacted<String>, password: Redacted<String>) {
        device.asApp {
            let api = home.api
            _ = Task { await api?.signIn(login: login, password: password) }
        }
    }

    /// Locks the phone; the system then ends the app's process to reclaim its memory.
    public func lockAndReclaim() async {
        await device.lock()
        await device.kill(.reclaimMemory)
    }

    /// Ends the app's process and discards the phone.
    public func discard() async { await device.kill(.forceQuit) }

    /// Lets real time pass on the phone until `isMet` returns true.
    ///
    /// - Parameters:
    ///   - limit: the longest wait, far above the usual time, because audio is slow on a busy machine.
    ///   - step: the interval at which the phone's own time advances, which delays callbacks of the system. The default
    ///     is shorter than a frame of audio.
    /// - Returns: whether that happened within the limit.
    public func passes(
        _ limit: Duration = .seconds(240), every step: Duration = .milliseconds(5),
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

    /// Advances the phone's time by the real time since the last call, or by a tenth of a second if that was longer ago.
    /// For several phones that run at the same time.
    public func catchUp() async {
        let now = clock.now
        let passed = lastMoment.duration(to: now)
        lastMoment = now
        await device.advance(by: min(passed, Self.stepMax))
    }
}

/// The app's delegate, which makes the phone and keeps it for the life of the process.
final class LiveAppDelegate: NSObject, UIApplicationDelegate {
    private let context: LaunchContext
    private let home: LivePhoneStorage
    private var phone: PhoneApplication?

    init(_ context: LaunchContext, _ home: LivePhoneStorage) {
        self.context = context
        self.home = home
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        phone = home.launch(context)
        return true
    }

    func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) { phone?.registerToken(alertToken: deviceToken) }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        guard let phone else { return completionHandler(.noData) }
        phone.receive(userInfo, completion: completionHandler)
    }
}

/// The app's one scene.
final class LiveSceneDelegate: NSObject, UIWindowSceneDelegate {
    private let home: LivePhoneStorage
    private var web: CAPBridge?

    init(_ home: LivePhoneStorage) {
        self.home = home
    }

    /// Loads the view, and with it bridge and plugin, as Capacitor's view controller does.
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {
        if let plugin = home.makePlugin() { web = CAPBridge(plugins: [plugin]) }
        home.app?.open(connectionOptions, scheme: "carillon") { _ in }
    }

    func sceneDidBecomeActive(_ scene: UIScene) { home.app?.sceneBecameActive() }
    func sceneDidEnterBackground(_ scene: UIScene) { home.app?.sceneEnteredBackground() }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) { home.app?.resume(userActivity) { _ in } }

    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        for context in URLContexts { home.app?.open(context.url, scheme: "carillon") { _ in } }
    }
}
