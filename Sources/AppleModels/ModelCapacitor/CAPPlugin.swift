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
