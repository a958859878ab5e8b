internal import DeviceModel
public import DeviceRuntime
internal import Dispatch
public import Foundation

/// The bridge between page and plugins. On iOS a view controller makes it when its view is loaded; here the app makes
/// it in the same place.
///
/// Methods are called one after another on one private serial queue, not on the main thread (C112).
open class CAPBridge: NSObject, CAPBridgeProtocol, @unchecked Sendable {
    // `@unchecked Sendable`: the plugins are set before the page can call them.
    private let part: BridgePart?
    private var plugins: [any CAPBridgedPlugin & CAPPlugin]

    /// Makes the bridge of a loaded view, with its plugins.
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

/// The bridge's interface for plugins.
///
/// Source: Capacitor 8.4, CAPBridgeProtocol.
public protocol CAPBridgeProtocol: NSObjectProtocol {
    /// Adds a plugin.
    func registerPluginInstance(_ pluginInstance: CAPPlugin)
}

/// Capacitor's part in a process: its bridge, and the calls of the page under way.
///
/// `@unchecked Sendable`: all mutable state is behind `lock`.
final class BridgePart: FrameworkState, @unchecked Sendable {
    let process: ProcessHandle
    private let lock = NSLock()
    private weak var madeBridge: CAPBridge?
    private var calls: [PluginCallID: PageCall] = [:]
    private var answers: [String: CAPPluginCall.Answer] = [:]
    /// The queue on which plugins are called (C112).
    private let queue = CallbackQueue(DispatchQueue(label: "bridge"))

    init(process: ProcessHandle) {
        self.process = process
    }

    var bridge: CAPBridge? {
        get { lock.withLock { madeBridge } }
        set { lock.withLock { madeBridge = newValue } }
    }

    func call(_ call: PageCall) {
        let id = PluginCallID(process.kernel.newName())
        lock.withLock { calls[id] = call }
        process.kernel.web(.called(id))
    }

    func answer(to callbackId: String) -> CAPPluginCall.Answer? { lock.withLock { answers[callbackId] } }

    func receive(_ callback: FrameworkCallback) async {
        guard case .web(.perform(let id)) = callback else { return }
        let call = lock.withLock { calls[id] }
        await queue.run(as: process) { [self] in
            if let call { bridge?.perform(call) { [self] in note($0, id, call) } }
            process.kernel.web(.returned(id))
        }
    }

    private func note(_ answer: CAPPluginCall.Answer, _ id: PluginCallID, _ call: PageCall) {
        guard process.isAlive else { return }
        lock.withLock { answers[call.callbackId] = answer }
        process.kernel.web(.resolve(id))
    }
}

/// A call of the page.
struct PageCall: Sendable {
    let callbackId: String
    let plugin: String
    let method: String
    /// The arguments as JSON.
    let arguments: Data

    var options: [AnyHashable: Any] {
        (try? JSONSerialization.jsonObject(with: arguments)) as? [String: Any] ?? [:]
    }
}

extension ModelDevice {
    /// Lets the page call a plugin's method. `pageAnswer(to:)` returns the answer under the same callback ID.
    public func pageCalls(
        _ plugin: String, _ method: String, _ arguments: [String: any Sendable] = [:], as callbackId: String
    ) async {
        let bytes = (try? JSONSerialization.data(withJSONObject: arguments)) ?? Data()
        let call = PageCall(callbackId: callbackId, plugin: plugin, method: method, arguments: bytes)
        bridgePart?.call(call)
        await settle()
    }

    /// The answer to a call of the page; nil until the plugin has answered.
    public func pageAnswer(to callbackId: String) -> CAPPluginCall.Answer? { bridgePart?.answer(to: callbackId) }

    private var bridgePart: BridgePart? { asApp { ProcessHandle.current?.existing(BridgePart.self) } ?? nil }
}
