public import Foundation

/// What a plugin says of itself. Its members must be visible to Objective-C.
public protocol CAPBridgedPlugin: NSObjectProtocol {
    /// The class's name.
    var identifier: String { get }
    /// The name in the page.
    var jsName: String { get }
    /// What the page can call.
    var pluginMethods: [CAPPluginMethod] { get }
}
