internal import DeviceModel
internal import DeviceRuntime
internal import Foundation

/// PushKit's part in a process: its registry, and the delivery of pushes to it.
///
/// `@unchecked Sendable`: all mutable state is behind `lock`. The registry and its delegate, which are not Sendable,
/// are used only on the queue that the app has chosen.
final class PushPart: FrameworkState, @unchecked Sendable {
    let process: ProcessHandle
    private let lock = NSLock()
    private weak var madeRegistry: PKPushRegistry?

    init(process: ProcessHandle) {
        self.process = process
    }

    func send(_ request: PushRequest) { process.send(.push(request)) }

    func add(_ registry: PKPushRegistry) {
        lock.withLock { madeRegistry = registry }
        send(.createRegistry)
    }

    /// Tells the phone about a new delegate. The delegate counts as having the method of 26.4 until a call of it shows
    /// otherwise.
    func delegateChanged(exists: Bool) { send(.setDelegate(exists ? .withMetadata : nil)) }

    var registry: PKPushRegistry? { lock.withLock { madeRegistry } }

    func receive(_ callback: AppCallback) async {
        guard case .push(let callback) = callback else { return }
        switch callback {
        case .token(let token):
            await notify { registry, delegate in
                let credentials = PKPushCredentials(type: .voIP, token: self.process.kernel.bytes(of: token))
                delegate.pushRegistry(registry, didUpdate: credentials, for: .voIP)
            }
        case .tokenInvalidated: await notify { $1.pushRegistry($0, didInvalidatePushTokenFor: .voIP) }
        case .incoming(let push, let mustReport): await deliver(push, mustReport)
        }
    }

    private func notify(_ call: @escaping @Sendable (PKPushRegistry, any PKPushRegistryDelegate) -> Void) async {
        guard let queue = registry?.delegateQueue else { return }
        await queue.run(as: process) { [self] in
            guard let registry, let delegate = registry.delegate else { return }
            call(registry, delegate)
        }
    }

    private func deliver(_ push: VoIPPushID, _ mustReport: Bool?) async {
        guard let queue = registry?.delegateQueue else { return send(.delegateReturned(push)) }
        await queue.run(as: process) { [self] in
            process.noteReportsHere(true)
            if let registry, let delegate = registry.delegate {
                PushHandover(part: self, push: push, mustReport: mustReport).hand(to: delegate, of: registry)
            } else {
                send(.setDelegate(nil))
                send(.delegateReturned(push))
            }
            process.noteReportsHere(false)
        }
    }
}

extension PKPushRegistry {
    /// The registry that the running process made; nil while it has made none.
    package static var ofThisProcess: PKPushRegistry? { ProcessHandle.current?.part(PushPart.self).registry }
}

/// The delivery of one push: it chooses the delegate's method and reports its return.
struct PushHandover {
    let part: PushPart
    let push: VoIPPushID
    let mustReport: Bool?

    /// Calls the method with metadata if the system has it, otherwise the older one, otherwise the oldest. Only if none
    /// of these exists it runs an `async` one, after the delegate has returned, as the thunk in Objective-C does (C6).
    ///
    /// Limitation: a delegate with the newer method `async` and an older one with a completion counts as having only
    /// the older one, since an `async` method can be detected only by running it.
    func hand(to delegate: any PKPushRegistryDelegate, of registry: PKPushRegistry) {
        let isHandedOver = callMetadata(delegate, registry) || callClassic(delegate, registry)
        part.send(.delegateReturned(push))
        if !isHandedOver { runAsync(delegate, registry) }
    }

    private var payload: PKPushPayload {
        let bytes = part.process.kernel.payload(of: push) ?? Data()
        let object = (try? JSONSerialization.jsonObject(with: bytes)) as? [String: Any] ?? [:]
        return PKPushPayload(type: .voIP, dictionaryPayload: object)
    }

    private var completion: @Sendable () -> Void {
        { [part, push] in part.send(.completionCalled(push)) }
    }

    private func callMetadata(_ delegate: any PKPushRegistryDelegate, _ registry: PKPushRegistry) -> Bool {
        guard let mustReport else { return false }
        let isImplemented = OptionalMethodDetector.implements {
            delegate.pushRegistry(
                registry, didReceiveIncomingVoIPPushWith: payload, metadata: PKVoIPPushMetadata(mustReport: mustReport),
                withCompletionHandler: completion)
        }
        if !isImplemented { part.send(.setDelegate(.classic)) }
        return isImplemented
    }

    private func callClassic(_ delegate: any PKPushRegistryDelegate, _ registry: PKPushRegistry) -> Bool {
        let hasClassic = OptionalMethodDetector.implements {
            delegate.pushRegistry(
                registry, didReceiveIncomingPushWith: payload, for: .voIP, completion: completion)
        }
        if hasClassic { return true }
        return OptionalMethodDetector.implements {
            delegate.pushRegistry(registry, didReceiveIncomingPushWith: payload, for: .voIP)
        }
    }

    private func runAsync(_ delegate: any PKPushRegistryDelegate, _ registry: PKPushRegistry) {
        // The app has chosen an `async` method, and Objective-C hands these objects over in the same way.
        nonisolated(unsafe) let delegate = delegate
        nonisolated(unsafe) let registry = registry
        nonisolated(unsafe) let payload = payload
        let mustReport = mustReport
        let completion = completion
        Task {
            if let mustReport {
                let isThere = await OptionalMethodDetector.implements {
                    await delegate.pushRegistry(
                        registry, didReceiveIncomingVoIPPushWith: payload,
                        metadata: PKVoIPPushMetadata(mustReport: mustReport))
                }
                if isThere { return completion() }
            }
            let isThere = await OptionalMethodDetector.implements {
                await delegate.pushRegistry(registry, didReceiveIncomingPushWith: payload, for: .voIP)
            }
            if isThere { completion() }
        }
    }
}
