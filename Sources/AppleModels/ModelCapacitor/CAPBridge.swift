internal import DeviceModel
internal import DeviceRuntime
internal import Dispatch
public import Foundation

/// What ties page and plugins together. On iOS a view controller makes it when its view is loaded; here the app does
/// so in the same place.
///
/// Methods are called one after another on one private serial queue, not on the main thread (C112).
open class CAPBridge: NSObject, CAPBridgeProtocol, @unchecked Sendable {
    // `@unchecked Sendable`: the plugins are set once, before the page can call.
    private let part: BridgePart?
    private var plugins: [any CAPBridgedPlugin & CAPPlugin]

    /// The bridge of a view that was loaded, with its plugins.
    public init(plugins: [any CAPBridgedPlugin & CAPPlugin]) {
        part = ProcessHandle.recording("CAPBridge")?.part(BridgePart.self)
        self.plugins = plugins
        super.init()
        part?.bridge = self
        part?.process.kernel.web(.viewLoaded)
        for plugin in plugins {
            plugin.bridge = self
            plugin.load()
        }
    }

    /// Adds a plugin.
    open func registerPluginInstance(_ pluginInstance: CAPPlugin) {
        part?.process.record("CAPBridge")
        guard let plugin = pluginInstance as? any CAPBridgedPlugin & CAPPlugin else { return }
        plugins.append(plugin)
        plugin.bridge = self
        plugin.load()
    }

    func perform(_ call: PageCall, answered: @escaping @Sendable (CAPPluginCall.Answer) -> Void) {
        let object = CAPPluginCall(
            callbackId: call.callbackId, methodName: call.method, options: call.options, answered: answered)
        let plugin = plugins.first { $0.jsName == call.plugin }
        let isKnown = plugin?.pluginMethods.contains { $0.name == call.method } ?? false
        guard let plugin, isKnown, plugin.perform(call.method, with: object) else {
            object.unimplemented()
            return
        }
    }
}
