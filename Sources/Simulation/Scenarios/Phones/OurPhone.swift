internal import CallModel
internal import DeviceModel
internal import DevicePorts
package import DeviceRuntime
internal import Foundation
internal import PhoneCore
package import PhoneKit
internal import Redaction
internal import UIKit

/// Our app: PhoneKit as an application delegate and a scene delegate compose it, over the scripted exchange.
@MainActor
package final class OurPhone: ScenarioPhone {
    package let name = "Carillon"
    /// What the app does, step by step.
    package let steps = AppSteps()
    /// What the app keeps its files in: the store that an iPhone has, unless a test gives it another file system.
    package var files: (LaunchContext, AppSteps) -> any FileStore = { context, steps in
        SystemFileStore(
            DeviceFileSystem(context.files) { _ throws(FileError) in
                steps.take()
                return true
            })
    }
    private let credentials = CredentialStore(service: "carillon.scenario")
    private weak var app: PhoneApplication?
    private weak var desk: CredentialDesk?
    private weak var exchange: ScriptedExchange?
    /// How often credentials were given: each time they are others.
    private var credentialVersion: UInt64 = 0

    package init() {}

    package func launch(_ context: LaunchContext, exchange: ScriptedExchange) -> any AnyObject {
        context.device.kernel.watchFrameworkCalls { [steps] in steps.take() }
        let delegate = AppDelegate { [weak self] in self?.compose(context, exchange) }
        UIApplication.shared.delegate = delegate
        UIApplication.shared.makeSceneDelegate = { [weak self] in SceneDelegate { self?.app } }
        return delegate
    }

    private func compose(_ context: LaunchContext, _ exchange: ScriptedExchange) -> PhoneApplication {
        self.exchange = exchange
        let desk = CredentialDesk(credentials)
        let screen = SilentScreen()
        var parts = PhoneParts(
            signaling: ScriptedSignaling(exchange, credentials: credentials, steps: steps),
            exchange: ScriptedAPI(exchange, desk: desk), screens: screen, log: screen,
            files: files(context, steps), credentials: desk)
        parts.clock = ModelClock(context, steps)
        parts.names = ModelNames(kernel: context.device.kernel)
        parts.centre = context.notificationCenter
        let app = PhoneApplication(parts)
        self.app = app
        self.desk = desk
        return app
    }

    package func signIn(_ organizations: [String]) {
        credentialVersion += 1
        let own = organizations.map { RegistrationID(OrganizationID($0)) }
        let carried = Set(exchange?.calls.filter(\.plan.isOfCarrier).map(\.registration) ?? []).sorted()
        for registration in own + carried.filter({ organizations.contains($0.organization.rawValue) }) {
            desk?.provision(
                ScriptedAPI.credentials(of: registration.description),
                as: CredentialKey(registration, CredentialVersion(rawValue: credentialVersion)))
        }
    }

    package func perform(_ wish: AppWish, tells: @escaping @MainActor (String) -> Void) {
        switch wish {
        case .dial(let number, let name, let organization):
            app?.dial(
                Redacted(number), organization: OrganizationID(organization), name: name.map { Redacted($0) }
            ) { tells($0.words) }
        case .speaker(let isOn): ask([.speaker(isOn)], tells)
        case .tap(let tap, let uuid):
            guard let value = UUIDValue(uuid.uuidString) else { return }
            ask(tap.requests(CallUUID(value)), tells)
        }
    }

    private func ask(_ requests: [UserRequest], _ tells: @escaping @MainActor (String) -> Void) {
        for request in requests { app?.shell.request(request) { tells($0.words) } }
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

/// What the app template does at its launch.
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

/// What the app template does with its scene.
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
