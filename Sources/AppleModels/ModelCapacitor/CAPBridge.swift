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
    /// The callback IDs of the calls whose answers are on their way to the page.
    private var answering: [PluginCallID: String] = [:]
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
        guard case .web(let effect) = callback else { return }
        switch effect {
        case .perform(let id): await perform(id)
        case .received(let message): notify(message)
        case .answered(let id): deliverAnswer(to: id)
        case .lost(.deadCall(let id)): _ = removeAnswer(to: id)
        case .lost, .contentProcessTerminated, .mediaStopped: break
        }
    }

    /// The page ends with the process.
    func end() { process.kernel.endPage() }

    private func perform(_ id: PluginCallID) async {
        let call = lock.withLock { calls.removeValue(forKey: id) }
        await queue.run(as: process) { [self] in
            if let call { bridge?.perform(call) { [self] in note($0, id, call) } }
            process.kernel.web(.returned(id))
        }
    }

    private func note(_ answer: CAPPluginCall.Answer, _ id: PluginCallID, _ call: PageCall) {
        guard process.isAlive else { return }
        lock.withLock {
            answers[call.callbackId] = answer
            answering[id] = call.callbackId
        }
        process.kernel.web(.resolve(id))
    }

    /// Tells the page an event, if a program outside plays it.
    private func notify(_ message: PluginMessage) {
        guard let page = process.kernel.outsidePage else { return }
        let (event, data) = process.kernel.texts { ($0.text(message.event), $0.text(message.data)) }
        page.received(event, data: data)
    }

    private func deliverAnswer(to id: PluginCallID) {
        guard let page = process.kernel.outsidePage else { return lock.withLock { answering[id] = nil } }
        guard let (callbackId, answer) = removeAnswer(to: id) else { return }
        page.answered(callbackId, answer.forPage)
    }

    private func removeAnswer(to id: PluginCallID) -> (callbackId: String, answer: CAPPluginCall.Answer)? {
        lock.withLock {
            guard let callbackId = answering.removeValue(forKey: id) else { return nil }
            return answers.removeValue(forKey: callbackId).map { (callbackId, $0) }
        }
    }
}

extension CAPPluginCall.Answer {
    fileprivate var forPage: PageAnswer {
        switch self {
        case .resolved(let data): .resolved(data: JSONText(data).text)
        case .rejected(let message, let code, let data):
            .rejected(message: message, code: code, data: data.map { JSONText($0).text })
        }
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
        pageBegins(plugin, method, json: bytes, as: callbackId)
        await settle()
    }

    /// The same at once, between two steps of the app. Where a program outside plays the page, it receives the answer
    /// under the same callback ID.
    public func pageBegins(_ plugin: String, _ method: String, json arguments: Data, as callbackId: String) {
        bridgePart?.call(PageCall(callbackId: callbackId, plugin: plugin, method: method, arguments: arguments))
    }

    /// The answer to a call of the page; nil until the plugin has answered.
    public func pageAnswer(to callbackId: String) -> CAPPluginCall.Answer? { bridgePart?.answer(to: callbackId) }

    private var bridgePart: BridgePart? { asApp { ProcessHandle.current?.existing(BridgePart.self) } ?? nil }
}
