public import Foundation

/// A method the page can call. On iOS its name is also an Objective-C selector's; without Objective-C the plugin finds
/// the method by name: `CAPPlugin.perform(_:with:)`.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
open class CAPPluginMethod: NSObject {
    // Its header says nothing of nullability, so that every object in it is implicitly unwrapped.
    /// The name.
    open var name: String!
    /// What it gives back.
    open var returnType: String!

    /// A method.
    public init!(name: String!, returnType: String!) {
        self.name = name
        self.returnType = returnType
    }
}
