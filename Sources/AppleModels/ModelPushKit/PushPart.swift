internal import DeviceModel
internal import DeviceRuntime
internal import Foundation

/// PushKit's part in a process: its registry, and the delivery of pushes to it.
///
/// `@unchecked Sendable`: what changes is behind `lock`; the registry and its delegate, which are not Sendable, are
/// only used on the queue the app has chosen.
final class PushPart: ProcessPart, @unchecked Sendable {
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

    /// Whether a delegate has the method of 26.4 shows when it is called; until then it is taken to have it.
    func delegateChanged(exists: Bool) { send(.setDelegate(exists ? .withMetadata : nil)) }

    private var registry: PKPushRegistry? { lock.withLock { madeRegistry } }

    func receive(_ callback: AppCallback) async {
        guard case .push(let callback) = callback else { return }
        switch callback {
        case .token(let token):
            await tell { registry, delegate in
                let credentials = PKPushCredentials(type: .voIP, token: self.process.kernel.bytes(of: token))
                delegate.pushRegistry(registry, didUpdate: credentials, for: .voIP)
            }
        case .tokenInvalidated: await tell { $1.pushRegistry($0, didInvalidatePushTokenFor: .voIP) }
        case .incoming(let push, let mustReport): await deliver(push, mustReport)
        }
    }

    private func tell(_ call: @escaping @Sendable (PKPushRegistry, any PKPushRegistryDelegate) -> Void) async {
        guard let queue = registry?.delegateQueue else { return }
        await queue.run(as: process) { [self] in
            guard let registry, let delegate = registry.delegate else { return }
            call(registry, delegate)
        }
    }

    private func deliver(_ push: PushID, _ mustReport: Bool?) async {
        guard let queue = registry?.delegateQueue else { return send(.delegateReturned(push)) }
        await queue.run(as: process) { [self] in
            process.noteReportsHere(true)
            if let registry, let delegate = registry.delegate {
                IncomingDelivery(part: self, push: push, mustReport: mustReport).hand(to: delegate, of: registry)
            } else {
                send(.setDelegate(nil))
                send(.delegateReturned(push))
            }
            process.noteReportsHere(false)
        }
    }
}
