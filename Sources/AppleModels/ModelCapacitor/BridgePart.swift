internal import DeviceModel
internal import DeviceRuntime
internal import Dispatch
internal import Foundation

/// Capacitor's part in a process: its bridge, and the calls of the page under way.
///
/// `@unchecked Sendable`: what changes is behind `lock`.
final class BridgePart: ProcessPart, @unchecked Sendable {
    let process: ProcessHandle
    private let lock = NSLock()
    private weak var madeBridge: CAPBridge?
    private var calls: [PluginCallID: PageCall] = [:]
    private var answers: [String: CAPPluginCall.Answer] = [:]
    /// C112: the queue plugins are called on.
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

    func receive(_ callback: BookCallback) async {
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
