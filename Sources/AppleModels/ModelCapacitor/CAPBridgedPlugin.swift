/// What a plugin says of itself.
public protocol CAPBridgedPlugin {
    /// The class's name.
    var identifier: String { get }
    /// The name in the page.
    var jsName: String { get }
    /// What the page can call.
    var pluginMethods: [CAPPluginMethod] { get }
}
