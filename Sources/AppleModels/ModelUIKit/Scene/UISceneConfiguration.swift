public import Foundation

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
