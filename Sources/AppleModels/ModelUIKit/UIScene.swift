internal import DeviceRuntime
public import Foundation

/// One instance of the app's interface.
///
/// Source: developer.apple.com/documentation/uikit/uiscene.
@MainActor
open class UIScene: UIResponder {
    /// How far on the screen it is.
    public enum ActivationState: Int, Sendable {
        /// Not connected.
        case unattached = -1
        /// In use.
        case foregroundActive = 0
        /// On the screen, not in use.
        case foregroundInactive = 1
        /// Not on the screen.
        case background = 2
    }

    /// Why a scene connects.
    @MainActor
    open class ConnectionOptions: NSObject {
        /// What the person was doing, such as calling back from Recents (C35).
        public let userActivities: Set<NSUserActivity>
        /// What is to be opened.
        public let urlContexts: Set<UIOpenURLContext>

        init(userActivities: Set<NSUserActivity>, urlContexts: Set<UIOpenURLContext>) {
            self.userActivities = userActivities
            self.urlContexts = urlContexts
        }
    }

    /// As the system remembers it.
    public let session: UISceneSession
    /// Who is told. Kept alive by the scene, as by the system.
    open var delegate: (any UISceneDelegate)?
    /// How far on the screen it is.
    open internal(set) var activationState = ActivationState.unattached

    init(session: UISceneSession, connectionOptions: ConnectionOptions) {
        self.session = session
    }
}

/// The app toward a scene.
///
/// Source: developer.apple.com/documentation/uikit/uiscenedelegate.
@MainActor
public protocol UISceneDelegate: NSObjectProtocol {
    /// It connects; in a background launch perhaps never (C72).
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
    /// The system let it go.
    func sceneDidDisconnect(_ scene: UIScene)
    /// It is in use. Never called while the app stays in the background, so not on a locked phone (C72).
    func sceneDidBecomeActive(_ scene: UIScene)
    /// It is about to be in use no more.
    func sceneWillResignActive(_ scene: UIScene)
    /// It is about to come to the screen.
    func sceneWillEnterForeground(_ scene: UIScene)
    /// It has left the screen.
    func sceneDidEnterBackground(_ scene: UIScene)
    /// Something is to be gone on with, such as a call from Recents.
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
    /// Links are to be opened.
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
}

/// What Objective-C's `optional` does: the model calls, and learns that nobody is there.
extension UISceneDelegate {
    /// Not implemented.
    public func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) { OptionalProbe.missed() }
    /// Not implemented.
    public func sceneDidDisconnect(_ scene: UIScene) { OptionalProbe.missed() }
    /// Not implemented.
    public func sceneDidBecomeActive(_ scene: UIScene) { OptionalProbe.missed() }
    /// Not implemented.
    public func sceneWillResignActive(_ scene: UIScene) { OptionalProbe.missed() }
    /// Not implemented.
    public func sceneWillEnterForeground(_ scene: UIScene) { OptionalProbe.missed() }
    /// Not implemented.
    public func sceneDidEnterBackground(_ scene: UIScene) { OptionalProbe.missed() }
    /// Not implemented.
    public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) { OptionalProbe.missed() }
    /// Not implemented.
    public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) { OptionalProbe.missed() }
}

/// A scene as the system remembers it.
@MainActor
open class UISceneSession: NSObject {
    /// What a scene is for.
    public struct Role: RawRepresentable, Hashable, Sendable {
        /// The name in the system.
        public let rawValue: String
        /// A name in the system.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The app's window.
        public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
    }

    /// What it is for.
    public let role: Role
    /// How it was made.
    open internal(set) var configuration: UISceneConfiguration

    init(role: Role) {
        self.role = role
        configuration = UISceneConfiguration(name: nil, sessionRole: role)
    }
}

/// How a scene is made.
@MainActor
open class UISceneConfiguration: NSObject {
    /// The name in Info.plist.
    public let name: String?
    /// What it is for.
    public let role: UISceneSession.Role
    /// The class of its delegate. Here the application makes the delegate instead: `makeSceneDelegate`.
    open var delegateClass: AnyClass?

    /// A configuration of Info.plist.
    public init(name: String?, sessionRole: UISceneSession.Role) {
        self.name = name
        role = sessionRole
    }
}

/// A link to be opened.
@MainActor
open class UIOpenURLContext: NSObject {
    /// The link.
    public let url: URL

    init(url: URL) {
        self.url = url
    }
}

/// What a person was doing, to be gone on with. On Apple platforms it is Foundation's; there is none on Linux.
open class NSUserActivity: NSObject {
    /// What kind of thing: for a call from Recents the name of its intent.
    public let activityType: String
    /// The app's own facts.
    open var userInfo: [AnyHashable: Any]?
    /// Whom to call: kind and value of a handle.
    package var callee: (kind: Int, value: String)?

    /// Something a person does.
    public init(activityType: String) {
        self.activityType = activityType
    }
}

/// A scene with windows.
@MainActor
open class UIWindowScene: UIScene {
    /// Its windows.
    open internal(set) var windows: [UIWindow] = []
}

/// The app toward a scene with windows.
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

/// A window. What stands in it is not modelled.
@MainActor
open class UIWindow: UIView {
    /// Where it is.
    open weak var windowScene: UIWindowScene?
    /// What stands in it.
    open var rootViewController: UIViewController?

    /// A window of no scene yet.
    public override init() {
        _ = ProcessHandle.recording("UIWindow")
    }

    /// A window of a scene.
    public init(windowScene: UIWindowScene) {
        _ = ProcessHandle.recording("UIWindow")
        self.windowScene = windowScene
        super.init()
        windowScene.windows.append(self)
    }
}

/// What manages views. None of it is modelled.
@MainActor
open class UIViewController: UIResponder {}

/// Something on the screen. None of it is modelled.
@MainActor
open class UIView: UIResponder {}

/// What takes part in the chain of what answers to the person. None of it is modelled.
///
/// Source: developer.apple.com/documentation/uikit/uiresponder.
@MainActor
open class UIResponder: NSObject {}
