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
