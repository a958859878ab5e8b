internal import DeviceRuntime
public import Foundation

/// One instance of the app's interface.
///
/// Source: developer.apple.com/documentation/uikit/uiscene.
@MainActor
open class UIScene: UIResponder {
    /// The activation state of a scene.
    public enum ActivationState: Int, Sendable {
        /// The scene is not connected.
        case unattached = -1
        /// The scene is on the screen and active.
        case foregroundActive = 0
        /// The scene is on the screen and not active.
        case foregroundInactive = 1
        /// The scene is not on the screen.
        case background = 2
    }

    /// The options of a connection, which tell why a scene connects.
    @MainActor
    open class ConnectionOptions: NSObject {
        /// The person's activities to continue, such as a call back from Recents (C35).
        public let userActivities: Set<NSUserActivity>
        /// The links to open.
        public let urlContexts: Set<UIOpenURLContext>

        init(userActivities: Set<NSUserActivity>, urlContexts: Set<UIOpenURLContext>) {
            self.userActivities = userActivities
            self.urlContexts = urlContexts
        }
    }

    /// The scene's session.
    public let session: UISceneSession
    /// The receiver of the scene's events. The scene retains it, as the system does.
    open var delegate: (any UISceneDelegate)?
    /// The activation state of the scene.
    open internal(set) var activationState = ActivationState.unattached

    init(session: UISceneSession, connectionOptions: ConnectionOptions) {
        self.session = session
    }
}

/// Receives the events of a scene.
///
/// Source: developer.apple.com/documentation/uikit/uiscenedelegate.
@MainActor
public protocol UISceneDelegate: NSObjectProtocol {
    /// The scene connects. In a background launch this may never happen (C72).
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
    /// The system released the scene.
    func sceneDidDisconnect(_ scene: UIScene)
    /// The scene is active. This is never called in the background, so not on a locked phone (C72).
    func sceneDidBecomeActive(_ scene: UIScene)
    /// The scene is about to become inactive.
    func sceneWillResignActive(_ scene: UIScene)
    /// The scene is about to come to the screen.
    func sceneWillEnterForeground(_ scene: UIScene)
    /// The scene has left the screen.
    func sceneDidEnterBackground(_ scene: UIScene)
    /// The scene is asked to continue an activity, such as a call from Recents.
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
    /// The scene is asked to open links.
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
}

/// These defaults stand for Objective-C's `optional`: they tell the model that the delegate lacks the method.
extension UISceneDelegate {
    /// Not implemented.
    public func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) { OptionalMethodDetector.missed() }
    /// Not implemented.
    public func sceneDidDisconnect(_ scene: UIScene) { OptionalMethodDetector.missed() }
    /// Not implemented.
    public func sceneDidBecomeActive(_ scene: UIScene) { OptionalMethodDetector.missed() }
    /// Not implemented.
    public func sceneWillResignActive(_ scene: UIScene) { OptionalMethodDetector.missed() }
    /// Not implemented.
    public func sceneWillEnterForeground(_ scene: UIScene) { OptionalMethodDetector.missed() }
    /// Not implemented.
    public func sceneDidEnterBackground(_ scene: UIScene) { OptionalMethodDetector.missed() }
    /// Not implemented.
    public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) { OptionalMethodDetector.missed() }
    /// Not implemented.
    public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        OptionalMethodDetector.missed()
    }
}

/// The system's record of a scene.
@MainActor
open class UISceneSession: NSObject {
    /// The purpose of a scene.
    public struct Role: RawRepresentable, Hashable, Sendable {
        /// The system's name.
        public let rawValue: String
        /// Makes a role from the system's name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A scene for the app's windows.
        public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
    }

    /// The purpose of the scene.
    public let role: Role
    /// The configuration of the scene.
    open internal(set) var configuration: UISceneConfiguration

    init(role: Role) {
        self.role = role
        configuration = UISceneConfiguration(name: nil, sessionRole: role)
    }
}

/// The configuration of a scene.
@MainActor
open class UISceneConfiguration: NSObject {
    /// The name in Info.plist.
    public let name: String?
    /// The purpose of the scene.
    public let role: UISceneSession.Role
    /// The class of the delegate. In the model `UIApplication.makeSceneDelegate` makes the delegate instead.
    open var delegateClass: AnyClass?

    /// Makes a configuration with a name of Info.plist.
    public init(name: String?, sessionRole: UISceneSession.Role) {
        self.name = name
        role = sessionRole
    }
}

/// A link to open.
@MainActor
open class UIOpenURLContext: NSObject {
    /// The link.
    public let url: URL

    init(url: URL) {
        self.url = url
    }
}

/// An activity of the person that the app can continue. On Apple platforms this class is part of Foundation, which
/// lacks it on Linux.
open class NSUserActivity: NSObject {
    /// The type of the activity: for a call from Recents the name of its intent.
    public let activityType: String
    /// The app's own data.
    open var userInfo: [AnyHashable: Any]?
    /// The handle to call, by kind and value.
    package var callee: (kind: Int, value: String)?

    /// Makes an activity of a type.
    public init(activityType: String) {
        self.activityType = activityType
    }
}

/// A scene with windows.
@MainActor
open class UIWindowScene: UIScene {
    /// The windows of the scene.
    open internal(set) var windows: [UIWindow] = []
}

/// Receives the events of a scene with windows.
@MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
    /// The main window.
    var window: UIWindow? { get set }
}

extension UIWindowSceneDelegate {
    /// Not implemented.
    public var window: UIWindow? {
        get { nil }
        set {}
    }
}

/// A window. Its content is not modeled.
@MainActor
open class UIWindow: UIView {
    /// The scene of the window.
    open weak var windowScene: UIWindowScene?
    /// The controller of the window's content.
    open var rootViewController: UIViewController?

    /// Makes a window without a scene.
    public override init() {
        _ = ProcessHandle.recording("UIWindow")
    }

    /// Makes a window in a scene.
    public init(windowScene: UIWindowScene) {
        _ = ProcessHandle.recording("UIWindow")
        self.windowScene = windowScene
        super.init()
        windowScene.windows.append(self)
    }
}

/// A controller of views. Its behavior is not modeled.
@MainActor
open class UIViewController: UIResponder {}

/// A view. Its behavior is not modeled.
@MainActor
open class UIView: UIResponder {}

/// An object that responds to the person's events. Its behavior is not modeled.
///
/// Source: developer.apple.com/documentation/uikit/uiresponder.
@MainActor
open class UIResponder: NSObject {}
