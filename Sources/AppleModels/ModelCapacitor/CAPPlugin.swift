internal import DeviceModel
internal import DeviceRuntime
public import Foundation

/// A plugin: native code that a page can call. It is made with the bridge, once a scene's view is loaded (C111).
///
/// Source: Capacitor 8.4, CAPPlugin.
open class CAPPlugin: NSObject {
    private let process = ProcessHandle.current

    /// The bridge.
    open weak var bridge: (any CAPBridgeProtocol)?

    /// Makes a plugin.
    public override init() {}

    /// Called once when the plugin was added to the bridge.
    open func load() {}

    /// Runs a method for the page, on the queue of the bridge. On iOS the Objective-C runtime finds the method by its
    /// name; here a plugin overrides this with a switch over names.
    ///
    /// - Returns: Whether the method exists.
    @discardableResult
    open func perform(_ method: String, with call: CAPPluginCall) -> Bool { false }

    /// Sends an event to the page. Without a listener the event is lost (C111).
    open func notifyListeners(_ eventName: String, data: [String: Any]?) {
        process?.record("CAPPlugin")
        notify(eventName, data, isRetained: false)
    }

    /// Sends an event to the page. A retained event waits for the first listener (C111).
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

    /// Whether the page listens to an event.
    open func hasListeners(_ eventName: String) -> Bool {
        process?.record("CAPPlugin")
        guard let process, process.isAlive else { return false }
        let event = process.kernel.texts { $0.text(eventName) }
        return process.kernel.listenedEvents.contains(event)
    }
}

/// A plugin's description of itself. Its members must be visible to Objective-C.
public protocol CAPBridgedPlugin: NSObjectProtocol {
    /// The name of the class.
    var identifier: String { get }
    /// The name of the plugin in the page.
    var jsName: String { get }
    /// The methods that the page can call.
    var pluginMethods: [CAPPluginMethod] { get }
}

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// A method that the page can call. On iOS its name also selects an Objective-C method; without Objective-C the plugin
/// finds the method by its name: `CAPPlugin.perform(_:with:)`.
open class CAPPluginMethod: NSObject {
    // Capacitor's header does not specify nullability, so every object in it is implicitly unwrapped.
    /// The name of the method.
    open var name: String!
    /// The return type.
    open var returnType: String!

    /// Makes a method.
    public init!(name: String!, returnType: String!) {
        self.name = name
        self.returnType = returnType
    }
}

/// The type of a plugin method's return types, in Objective-C.
public typealias CAPPluginReturnType = NSString

/// The method returns nothing. In Objective-C this and the next two are macros.
public var CAPPluginReturnNone: String { "none" }
/// The method calls a function of the page repeatedly.
public var CAPPluginReturnCallback: String { "callback" }
/// The method returns a promise.
public var CAPPluginReturnPromise: String { "promise" }

/// A dictionary as JSON with sorted keys; `{}` if it cannot be encoded.
struct JSONText {
    let text: String

    init(_ object: [String: Any]) {
        let bytes =
            JSONSerialization.isValidJSONObject(object)
            ? try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys]) : nil
        text = String(decoding: bytes ?? Data("{}".utf8), as: UTF8.self)
    }
}
