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

extension UIApplication {
    /// How the app runs.
    public enum State: Int, Sendable {
        /// On the screen.
        case active = 0
        /// On the screen, or on its way there or from there.
        case inactive = 1
        /// Not on the screen.
        case background = 2
    }
}

/// The name of a task in the background.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int
    /// A number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// No task.
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

extension UIApplication {
    /// The app is on the screen.
    public nonisolated static let didBecomeActiveNotification =
        Notification.Name("UIApplicationDidBecomeActiveNotification")
    /// The app is about to leave the screen.
    public nonisolated static let willResignActiveNotification =
        Notification.Name("UIApplicationWillResignActiveNotification")
    /// The app has left the screen.
    public nonisolated static let didEnterBackgroundNotification =
        Notification.Name("UIApplicationDidEnterBackgroundNotification")
    /// The app is about to come to the screen.
    public nonisolated static let willEnterForegroundNotification =
        Notification.Name("UIApplicationWillEnterForegroundNotification")
    /// What is protected can be read.
    public nonisolated static let protectedDataDidBecomeAvailableNotification =
        Notification.Name("UIApplicationProtectedDataDidBecomeAvailable")
    /// What is protected can soon not be read any more.
    public nonisolated static let protectedDataWillBecomeUnavailableNotification =
        Notification.Name("UIApplicationProtectedDataWillBecomeUnavailable")
    /// The process is about to end.
    public nonisolated static let willTerminateNotification =
        Notification.Name("UIApplicationWillTerminateNotification")
}
