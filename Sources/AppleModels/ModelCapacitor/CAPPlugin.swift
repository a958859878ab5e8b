internal import DeviceModel
internal import DeviceRuntime
public import Foundation

/// A plugin: native code that a page can call. Made with the bridge, once a scene's view is loaded (C111).
///
/// Source: Capacitor 8.4, CAPPlugin.
open class CAPPlugin: NSObject {
    private let process = ProcessHandle.current

    /// The bridge.
    open weak var bridge: (any CAPBridgeProtocol)?

    /// A plugin.
    public override init() {}

    /// Called once when the bridge has it.
    open func load() {}

    /// Runs a method for the page, on the queue of the bridge. On iOS the Objective-C runtime finds it by its name;
    /// here a plugin overrides this with a switch over names.
    ///
    /// - Returns: Whether there is such a method.
    @discardableResult
    open func perform(_ method: String, with call: CAPPluginCall) -> Bool { false }

    /// Tells the page. Without a listener the event is lost (C111).
    open func notifyListeners(_ eventName: String, data: [String: Any]?) {
        process?.record("CAPPlugin")
        notify(eventName, data, isRetained: false)
    }

    /// Tells the page. Retained, the event waits for the first listener (C111).
    open func notifyListeners(_ eventName: String, data: [String: Any]?, retainUntilConsumed retain: Bool) {
        process?.record("CAPPlugin")
        notify(eventName, data, isRetained: retain)
    }

    private func notify(_ eventName: String, _ data: [String: Any]?, isRetained: Bool) {
        guard let process, process.isAlive else { return }
        let json = JSONText(data ?? [:]).text
        let message = process.kernel.texts { PluginMessage(event: $0.text(eventName), data: $0.text(json)) }
        process.kernel.web(.notify(message, retained: isRetained))
    }

    /// Whether the page listens.
    open func hasListeners(_ eventName: String) -> Bool {
        process?.record("CAPPlugin")
        guard let process, process.isAlive else { return false }
        let event = process.kernel.texts { $0.text(eventName) }
        return process.kernel.listenedEvents.contains(event)
    }
}

/// What a plugin says of itself. Its members must be visible to Objective-C.
public protocol CAPBridgedPlugin: NSObjectProtocol {
    /// The class's name.
    var identifier: String { get }
    /// The name in the page.
    var jsName: String { get }
    /// What the page can call.
    var pluginMethods: [CAPPluginMethod] { get }
}

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

/// What a plugin's method gives back to the page, in Objective-C.
public typealias CAPPluginReturnType = NSString

/// Nothing. A macro in Objective-C, as the other two.
public var CAPPluginReturnNone: String { "none" }
/// Call after call, to a function.
public var CAPPluginReturnCallback: String { "callback" }
/// A promise.
public var CAPPluginReturnPromise: String { "promise" }

/// A dictionary as JSON with sorted keys; empty where it cannot be.
struct JSONText {
    let text: String

    init(_ object: [String: Any]) {
        let bytes =
            JSONSerialization.isValidJSONObject(object)
            ? try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys]) : nil
        text = String(decoding: bytes ?? Data("{}".utf8), as: UTF8.self)
    }
}
