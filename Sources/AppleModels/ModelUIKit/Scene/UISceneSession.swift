public import Foundation

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
