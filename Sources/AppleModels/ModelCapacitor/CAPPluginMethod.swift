public import Foundation

/// A method the page can call. On iOS its name is also an Objective-C selector's; without Objective-C the plugin finds
/// the method by name: `CAPPlugin.perform(_:with:)`.
open class CAPPluginMethod: NSObject {
    /// The name.
    public let name: String
    /// What it gives back.
    public let returnType: CAPPluginReturnType

    /// A method.
    public init(name: String, returnType: CAPPluginReturnType) {
        self.name = name
        self.returnType = returnType
    }
}
