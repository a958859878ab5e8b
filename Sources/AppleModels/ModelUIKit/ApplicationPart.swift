public import DeviceModel
public import DeviceRuntime
package import Foundation
internal import Synchronization

/// UIKit's part in a process: the application, its scene and its tasks in the background.
final class ApplicationPart: FrameworkState {
    let process: ProcessHandle
    @MainActor private var madeApplication: UIApplication?
    @MainActor var scene: UIWindowScene?
    @MainActor private var expirations: [BackgroundTaskID: @MainActor @Sendable () -> Void] = [:]
    @MainActor private var tasksBegun: UInt32 = 0

    init(process: ProcessHandle) {
        self.process = process
    }

    @MainActor var application: UIApplication {
        if let madeApplication { return madeApplication }
        let fresh = UIApplication(part: self)
        madeApplication = fresh
        return fresh
    }

    @MainActor func beginBackgroundTask(_ handler: (@MainActor @Sendable () -> Void)?) -> UIBackgroundTaskIdentifier {
        guard process.isAlive else { return .invalid }
        tasksBegun += 1
        let id = BackgroundTaskID(tasksBegun)
        expirations[id] = handler
        process.send(.process(.beginBackgroundTask(id)))
        return UIBackgroundTaskIdentifier(rawValue: Int(id.value))
    }

    @MainActor func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
        guard let value = UInt32(exactly: identifier.rawValue), value > 0 else { return }
        expirations[BackgroundTaskID(value)] = nil
        process.send(.process(.endBackgroundTask(BackgroundTaskID(value))))
    }

    @MainActor func registerForRemoteNotifications() {
        let token = Data((0..<32).map { UInt8($0) })
        Task { @MainActor [self] in
            guard process.isAlive else { return }
            application.keptDelegate?.application(
                application, didRegisterForRemoteNotificationsWithDeviceToken: token)
        }
    }

    /// Hands a push in the background to the app, which may run until it calls the completion handler.
    @MainActor func receive(_ push: [AnyHashable: Any]) {
        let task = beginBackgroundTask(nil)
        let isImplemented = OptionalMethodDetector.implements {
            application.keptDelegate?.application(application, didReceiveRemoteNotification: push) {
                @Sendable [self] _ in Task { @MainActor in endBackgroundTask(task) }
            }
        }
        if !isImplemented { endBackgroundTask(task) }
    }

    func receive(_ callback: AppCallback) async {
        guard case .process(let callback) = callback else { return }
        await onMain { part in part.handle(callback) }
    }

    private func onMain(_ body: @escaping @Sendable @MainActor (ApplicationPart) -> Void) async {
        await MainActor.run { process.run { body(self) } }
    }

    @MainActor private func handle(_ callback: ProcessCallback) {
        switch callback {
        case .prewarmed: break
        case .launched:
            _ = application.keptDelegate?.application(application, didFinishLaunchingWithOptions: nil)
        case .backgroundTaskExpired(let task): expirations.removeValue(forKey: task)?()
        case .protectedDataAvailable:
            application.keptDelegate?.applicationProtectedDataDidBecomeAvailable(application)
            post(UIApplication.protectedDataDidBecomeAvailableNotification)
        case .protectedDataUnavailable:
            application.keptDelegate?.applicationProtectedDataWillBecomeUnavailable(application)
            post(UIApplication.protectedDataWillBecomeUnavailableNotification)
        case .sceneConnected(let opening): connectScene(for: opening)
        case .sceneWillEnterForeground, .sceneBecameActive, .sceneWillResignActive, .sceneEnteredBackground,
            .sceneOpens:
            notifyScene(callback)
        }
    }

    @MainActor private func connectScene(for opening: SceneTarget?) {
        let session = UISceneSession(role: .windowApplication)
        let options = UIScene.ConnectionOptions(
            userActivities: opening.flatMap(activity).map { [$0] } ?? [],
            urlContexts: opening.flatMap(link).map { [$0] } ?? [])
        let delegate = application.keptDelegate
        let configuration = delegate?.application(
            application, configurationForConnecting: session, options: options)
        session.configuration =
            configuration ?? UISceneConfiguration(name: nil, sessionRole: session.role)
        let fresh = UIWindowScene(session: session, connectionOptions: options)
        fresh.delegate = application.makeSceneDelegate?()
        scene = fresh
        fresh.delegate?.scene(fresh, willConnectTo: session, options: options)
    }

    @MainActor private func notifyScene(_ callback: ProcessCallback) {
        let state: UIScene.ActivationState
        switch callback {
        case .sceneWillEnterForeground: state = .foregroundInactive
        case .sceneBecameActive: state = .foregroundActive
        case .sceneWillResignActive: state = .foregroundInactive
        case .sceneEnteredBackground: state = .background
        default: state = scene?.activationState ?? .background
        }
        scene?.activationState = state
        if let scene { notify(scene, callback) }
        if let name = Self.notification(of: callback) { post(name) }
    }

    @MainActor private func notify(_ scene: UIWindowScene, _ callback: ProcessCallback) {
        let delegate = scene.delegate
        switch callback {
        case .sceneWillEnterForeground: delegate?.sceneWillEnterForeground(scene)
        case .sceneBecameActive: delegate?.sceneDidBecomeActive(scene)
        case .sceneWillResignActive: delegate?.sceneWillResignActive(scene)
        case .sceneEnteredBackground: delegate?.sceneDidEnterBackground(scene)
        case .sceneOpens(let opening):
            if let activity = activity(opening) { delegate?.scene(scene, continue: activity) }
            if let link = link(opening) { delegate?.scene(scene, openURLContexts: [link]) }
        default: break
        }
    }

    @MainActor private func link(_ opening: SceneTarget) -> UIOpenURLContext? {
        guard case .telephoneLink(let handle) = opening else { return nil }
        let (_, number) = process.kernel.texts { $0.handle(handle) }
        return URL(string: "tel:" + number).map(UIOpenURLContext.init)
    }

    @MainActor private func activity(_ opening: SceneTarget) -> NSUserActivity? {
        guard case .call(let handle) = opening else { return nil }
        let (kind, value) = process.kernel.texts { $0.handle(handle) }
        let activity = NSUserActivity(activityType: "INStartCallIntent")
        activity.callee = (kind, value)
        return activity
    }

    @MainActor private func post(_ name: Notification.Name) {
        ModelDevice.current?.post(name, object: application, userInfo: nil)
    }

    private static func notification(of callback: ProcessCallback) -> Notification.Name? {
        switch callback {
        case .sceneWillEnterForeground: UIApplication.willEnterForegroundNotification
        case .sceneBecameActive: UIApplication.didBecomeActiveNotification
        case .sceneWillResignActive: UIApplication.willResignActiveNotification
        case .sceneEnteredBackground: UIApplication.didEnterBackgroundNotification
        default: nil
        }
    }
}

extension ModelDevice {
    /// A push in the background (`content-available`) reaches the phone: the system starts or wakes the app without a
    /// scene, and hands the push over. Unlike here, the system may put it off, and it starts no app that the person
    /// removed from the app switcher.
    ///
    /// - Parameter payload: the push's payload, a JSON object.
    package func backgroundPush(json payload: Data) async {
        await world(.life(.backgroundPush))
        let push = (try? JSONSerialization.jsonObject(with: payload)) as? [String: Any] ?? [:]
        asApp { ProcessHandle.current?.part(ApplicationPart.self).receive(push) }
        await settle()
    }

    /// Makes a phone with an app that has an application delegate and, optionally, a scene delegate.
    public convenience init(
        profile: DeviceProfile = .ios26p4, seed: UInt64 = 1, manifest: AppManifest = AppManifest(),
        applicationDelegate: @escaping @MainActor (LaunchContext) -> any UIApplicationDelegate,
        sceneDelegate: @escaping @MainActor () -> (any UISceneDelegate)? = { nil }
    ) {
        let app: Launch = { context in
            let delegate = applicationDelegate(context)
            let application = ProcessHandle.current?.part(ApplicationPart.self).application
            application?.keptDelegate = delegate
            application?.makeSceneDelegate = sceneDelegate
            return delegate
        }
        self.init(profile: profile, seed: seed, manifest: manifest, app: app)
    }
}
