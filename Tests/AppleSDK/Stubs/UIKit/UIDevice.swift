public import Foundation

@MainActor
open class UIDevice: NSObject {
    open class var current: UIDevice { UIDevice() }
    open var name: String { "" }
    open var identifierForVendor: UUID? { nil }
}

public protocol UIUserActivityRestoring: NSObjectProtocol {
    func restoreUserActivityState(_ activity: NSUserActivity)
}

extension UIApplication {
    public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let sourceApplication = OpenURLOptionsKey(rawValue: "")
        public static let openInPlace = OpenURLOptionsKey(rawValue: "")
    }
}

extension UIScene {
    @MainActor
    open class OpenURLOptions: NSObject {
        open var sourceApplication: String? { nil }
        open var openInPlace: Bool { false }
    }
}

extension UIOpenURLContext {
    public var options: UIScene.OpenURLOptions { UIScene.OpenURLOptions() }
}

extension UIWindow {
    public func makeKeyAndVisible() {}
}

extension UIApplicationDelegate {
    @MainActor public static func main() {}
}
