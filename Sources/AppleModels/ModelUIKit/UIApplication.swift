internal import DeviceModel
internal import DeviceRuntime
public import Foundation

/// The app's process, as UIKit's application object.
///
/// Source: developer.apple.com/documentation/uikit/uiapplication.
@MainActor
open class UIApplication: UIResponder {
    let part: ApplicationPart?

    init(part: ApplicationPart?) {
        self.part = part
    }

    /// The application of this process.
    open class var shared: UIApplication {
        ProcessHandle.recording("UIApplication")?.part(ApplicationPart.self).application ?? UIApplication(part: nil)
    }

    /// The app's delegate. Unlike on an iPhone, the code that makes the composition root sets it.
    open weak var delegate: (any UIApplicationDelegate)? {
        get { keptDelegate }
        set {
            part?.process.recordWrite("UIApplication")
            keptDelegate = newValue
        }
    }

    weak var keptDelegate: (any UIApplicationDelegate)?

    /// Makes the delegate of a scene. On an iPhone the system makes it, from the class in the configuration.
    open var makeSceneDelegate: (() -> (any UISceneDelegate)?)?

    /// The state of the app.
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

    /// Whether files protected `complete` can be read, that is, whether the phone is unlocked now (C78).
    open var isProtectedDataAvailable: Bool {
        part?.process.record("UIApplication")
        return part?.process.kernel.look { $0.isProtectedDataAvailable } ?? false
    }

    /// The number of seconds for which the process may run in the background; in the foreground a very large number.
    open var backgroundTimeRemaining: TimeInterval {
        part?.process.record("UIApplication")
        guard let kernel = part?.process.kernel, state == .background else {
            return .greatestFiniteMagnitude
        }
        let limit = kernel.look { $0.policy.process.backgroundTaskLimit }
        return Double(limit.components.seconds)
    }

    /// Begins a background task (C71). The handler is called on the main thread when the time is over.
    open func beginBackgroundTask(
        withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        part?.process.record("UIApplication")
        return part?.beginBackgroundTask(handler) ?? .invalid
    }

    /// Begins a background task.
    open func beginBackgroundTask(
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        part?.process.record("UIApplication")
        return part?.beginBackgroundTask(handler) ?? .invalid
    }

    /// Ends a background task.
    open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
        part?.process.record("UIApplication")
        part?.endBackgroundTask(identifier)
    }

    /// Requests a token for pushes that are not VoIP pushes. The model gives the same bytes at every launch.
    open func registerForRemoteNotifications() {
        part?.process.record("UIApplication")
        part?.registerForRemoteNotifications()
    }

    /// The connected scenes.
    open var connectedScenes: Set<UIScene> {
        part?.process.record("UIApplication")
        return part?.scene.map { [$0] } ?? []
    }
}

extension UIApplication {
    /// The state of the app.
    public enum State: Int, Sendable {
        /// The app is on the screen and active.
        case active = 0
        /// The app is about to enter or leave the screen.
        case inactive = 1
        /// The app is not on the screen.
        case background = 2
    }
}

/// The identifier of a background task.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    /// The raw number.
    public let rawValue: Int
    /// Makes an identifier from a number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// No task.
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

extension UIApplication {
    /// The app became active.
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
    /// Protected files have become readable.
    public nonisolated static let protectedDataDidBecomeAvailableNotification =
        Notification.Name("UIApplicationProtectedDataDidBecomeAvailable")
    /// Protected files are about to become unreadable.
    public nonisolated static let protectedDataWillBecomeUnavailableNotification =
        Notification.Name("UIApplicationProtectedDataWillBecomeUnavailable")
    /// The process is about to end.
    public nonisolated static let willTerminateNotification =
        Notification.Name("UIApplicationWillTerminateNotification")
}
