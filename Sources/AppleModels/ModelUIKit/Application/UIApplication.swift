internal import DeviceModel
internal import DeviceRuntime
public import Foundation

/// The app's process.
///
/// Source: developer.apple.com/documentation/uikit/uiapplication.
@MainActor
open class UIApplication: UIResponder {
    let part: ApplicationPart?

    init(part: ApplicationPart?) {
        self.part = part
    }

    /// The one of this process.
    open class var shared: UIApplication {
        ProcessHandle.recording("UIApplication")?.part(ApplicationPart.self).application ?? UIApplication(part: nil)
    }

    /// The app. Unlike on an iPhone, who makes the composition root sets it.
    open weak var delegate: (any UIApplicationDelegate)? {
        get { keptDelegate }
        set {
            part?.process.recordWrite("UIApplication")
            keptDelegate = newValue
        }
    }

    weak var keptDelegate: (any UIApplicationDelegate)?

    /// Makes the delegate of a scene, which on an iPhone the system makes by the class in a configuration.
    open var makeSceneDelegate: (() -> (any UISceneDelegate)?)?

    /// How the app runs.
    open var applicationState: State {
        part?.process.record("UIApplication")
        return state
    }

    private var state: State {
        switch part?.process.kernel.look({ $0.process.life }) {
        case .foreground: .active
        case .launching(inBackground: false): .inactive
        case .launching, .background, .suspended, .prewarmed, .notRunning, nil: .background
        }
    }

    /// Whether what is protected `complete` can be read: whether the phone is unlocked now (C78).
    open var isProtectedDataAvailable: Bool {
        part?.process.record("UIApplication")
        return part?.process.kernel.look { $0.isProtectedDataAvailable } ?? false
    }

    /// How many seconds the process may still run in the background. While in the foreground: very many.
    open var backgroundTimeRemaining: TimeInterval {
        part?.process.record("UIApplication")
        guard let kernel = part?.process.kernel, state == .background else {
            return .greatestFiniteMagnitude
        }
        let limit = kernel.look { $0.policy.process.backgroundTaskLimit }
        return Double(limit.components.seconds)
    }

    /// Asks for time in the background (C71). The handler is called on the main thread when it is over.
    open func beginBackgroundTask(
        withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        part?.process.record("UIApplication")
        return part?.beginBackgroundTask(handler) ?? .invalid
    }

    /// Asks for time in the background.
    open func beginBackgroundTask(
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        part?.process.record("UIApplication")
        return part?.beginBackgroundTask(handler) ?? .invalid
    }

    /// Says that the time is not needed any more.
    open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
        part?.process.record("UIApplication")
        part?.endBackgroundTask(identifier)
    }

    /// Asks for the address for pushes that are no calls. The model gives the same bytes at every launch.
    open func registerForRemoteNotifications() {
        part?.process.record("UIApplication")
        part?.registerForRemoteNotifications()
    }

    /// The scenes there are.
    open var connectedScenes: Set<UIScene> {
        part?.process.record("UIApplication")
        return part?.scene.map { [$0] } ?? []
    }
}
