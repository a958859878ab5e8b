internal import CallModel
internal import Clocks
internal import DeviceModel
internal import DevicePorts
package import DeviceRuntime
internal import Foundation
internal import PhoneCore
package import PhoneKit
internal import Redaction
internal import Synchronization
internal import UIKit

/// Our app over the scripted exchange: PhoneKit, composed by an application delegate and a scene delegate.
@MainActor
package final class ShippedPhone: ScenarioPhone {
    package let name = "Carillon"
    /// The counted steps of the app.
    package let steps = AppSteps()
    /// Makes the app's file store: that of an iPhone, unless a test replaces it.
    package var files: (LaunchContext, AppSteps) -> any FileStore = { context, steps in
        SystemFileStore(
            DeviceFileSystem(context.files) { _ throws(FileError) in
                steps.capture()
                return true
            })
    }
    private let credentials = CredentialStore(service: "carillon.scenario")
    private weak var app: PhoneApplication?
    private weak var credentialQueue: CredentialQueue?
    private weak var exchange: ScriptedExchange?
    /// The version of the last issued credentials; each issue has a new one.
    private var credentialVersion: UInt64 = 0

    package init() {}

    package func launch(_ context: LaunchContext, exchange: ScriptedExchange) -> any AnyObject {
        context.device.kernel.watchFrameworkCalls { [steps] in steps.capture() }
        let delegate = AppDelegate { [weak self] in self?.compose(context, exchange) }
        UIApplication.shared.delegate = delegate
        UIApplication.shared.makeSceneDelegate = { [weak self] in SceneDelegate { self?.app } }
        return delegate
    }

    private func compose(_ context: LaunchContext, _ exchange: ScriptedExchange) -> PhoneApplication {
        self.exchange = exchange
        let credentialQueue = CredentialQueue(credentials)
        let screen = NullScreen()
        var parts = PhoneDependencies(
            signaling: ScriptedSignaling(exchange, credentials: credentials, steps: steps),
            exchange: ScriptedAPI(exchange, credentialQueue: credentialQueue), screens: screen, log: screen,
            files: files(context, steps), credentials: credentialQueue)
        parts.clock = ModelClock(context, steps)
        parts.names = ModelNames(kernel: context.device.kernel)
        parts.center = context.notificationCenter
        let app = PhoneApplication(parts)
        self.app = app
        self.credentialQueue = credentialQueue
        return app
    }

    package func signIn(_ organizations: [String]) {
        credentialVersion += 1
        let own = organizations.map { RegistrationID(OrganizationID($0)) }
        let carried = Set(exchange?.calls.filter(\.plan.isOfCarrier).map(\.registration) ?? []).sorted()
        for registration in own + carried.filter({ organizations.contains($0.organization.rawValue) }) {
            credentialQueue?.provision(
                ScriptedAPI.credentials(of: registration.description),
                as: CredentialKey(registration, CredentialVersion(rawValue: credentialVersion)))
        }
    }

    package func perform(_ action: AppUserAction, reports: @escaping @MainActor (String) -> Void) {
        switch action {
        case .dial(let number, let name, let organization):
            app?.dial(
                Redacted(number), organization: OrganizationID(organization), name: name.map { Redacted($0) }
            ) { reports($0.words) }
        case .speaker(let isOn): ask([.speaker(isOn)], reports)
        case .tap(let tap, let uuid):
            guard let value = UUIDValue(uuid.uuidString) else { return }
            ask(tap.requests(CallUUID(value)), reports)
        }
    }

    private func ask(_ requests: [UserRequest], _ reports: @escaping @MainActor (String) -> Void) {
        for request in requests { app?.shell.request(request) { reports($0.words) } }
    }
}

extension UserOutcome {
    fileprivate var words: String {
        switch self {
        case .accepted: "accepted"
        case .refused(let refusal): "refused, \(refusal.rawValue)"
        }
    }
}

extension CallTap {
    fileprivate func requests(_ call: CallUUID) -> [UserRequest] {
        switch self {
        case .answer, .holdAndAnswer: [.answer(call, other: .hold)]
        case .endAndAnswer: [.answer(call, other: .end)]
        case .decline, .end: [.end(call)]
        case .hold: [.hold(call, true)]
        case .resume: [.hold(call, false)]
        case .mute: [.mute(call, true)]
        case .unmute: [.mute(call, false)]
        case .digits(let digits): [.digits(call, Redacted(digits))]
        }
    }
}

/// The application delegate, as in the app template.
private final class AppDelegate: NSObject, UIApplicationDelegate {
    private let compose: @MainActor () -> PhoneApplication?
    private var phone: PhoneApplication?

    init(_ compose: @escaping @MainActor () -> PhoneApplication?) {
        self.compose = compose
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        phone = compose()
        return true
    }
}

/// The scene delegate, as in the app template.
private final class SceneDelegate: NSObject, UIWindowSceneDelegate {
    private let app: @MainActor () -> PhoneApplication?

    init(_ app: @escaping @MainActor () -> PhoneApplication?) {
        self.app = app
    }

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {
        app()?.open(connectionOptions, scheme: "carillon") { _ in }
    }

    func sceneDidBecomeActive(_ scene: UIScene) { app()?.sceneBecameActive() }
    func sceneDidEnterBackground(_ scene: UIScene) { app()?.sceneEnteredBackground() }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) { app()?.resume(userActivity) { _ in } }

    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        for context in URLContexts { app()?.open(context.url, scheme: "carillon") { _ in } }
    }
}

/// Counts an app's steps at its interfaces: the beginning of each turn, each timer, each order to the exchange, each
/// call into a framework, and the moments before and after its record is written.
///
/// A test ends the process at one of them and checks the behavior of the next process.
package final class AppSteps: Sendable {
    private struct State {
        var count = 0
        var target: Int?
        var action: @Sendable () -> Void = {}
    }

    private let state = Mutex(State())

    package init() {}

    /// The number of steps since counting began.
    package var count: Int { state.withLock { $0.count } }

    /// Resets the count, and runs `action` at the step with number `target`.
    package func begin(doing action: @escaping @Sendable () -> Void = {}, at target: Int? = nil) {
        state.withLock { $0 = State(count: 0, target: target, action: action) }
    }

    func capture() {
        let action = state.withLock { state -> (@Sendable () -> Void)? in
            state.count += 1
            return state.count == state.target ? state.action : nil
        }
        action?()
    }
}

/// The modeled phone's time, as a process of the app reads it.
struct ModelClock: TimeSource {
    private let clock: DeviceClock
    private let kernel: DeviceKernel
    private let steps: AppSteps

    @MainActor
    init(_ context: LaunchContext, _ steps: AppSteps) {
        clock = context.clock
        kernel = context.device.kernel
        self.steps = steps
    }

    /// The present time. The app reads it at the beginning of each turn and at each start of a timer, so each read
    /// counts as a step.
    var now: Duration {
        steps.capture()
        return kernel.now
    }

    var date: Date { kernel.date(at: kernel.now) }

    nonisolated(nonsending) func wait(until deadline: Duration) async throws {
        try await clock.sleep(for: deadline - kernel.now)
    }
}

/// Makes new UUIDs from a modeled phone's seed.
struct ModelNames: UUIDSource {
    let kernel: DeviceKernel

    func freshName() -> UUIDValue {
        let drawn = UUIDValue(kernel.newUUID().uuidString)
        return UUIDValue.random(high: drawn?.high ?? 0, low: drawn?.low ?? 0)
    }
}

/// The app's own screens and log in a scenario, which show nothing, because the user looks at the system's screen.
@MainActor
final class NullScreen: ScreenPort, LogPort {
    func show(_ update: PhoneUpdate) {}
    func organizationSettled(_ organization: OrganizationID, _ failure: SwitchFailure?) {}
    func sessionOver(_ cause: SessionEndCause) {}
    func write(_ line: PhoneLog) {}
    func write(_ fault: PhoneDiagnostic) {}
}
