import CallKit
import DeviceRuntime
import Foundation
import PushKit
import Synchronization

/// An app that works on queues of its own, and notes on which it is called.
final class QueueApp: NSObject, CXProviderDelegate, PKPushRegistryDelegate, @unchecked Sendable {
    // `@unchecked Sendable`: what changes is in a mutex.
    static let marker = DispatchSpecificKey<String>()
    /// Once: several tests have the queue at a time.
    private static let mainIsMarked: Void = DispatchQueue.main.setSpecific(key: marker, value: "main")

    let provider = CXProvider(configuration: CXProviderConfiguration())
    let registry: PKPushRegistry
    let controller: CXCallController
    let callQueue = DispatchQueue(label: "app.calls")
    let pushQueue = DispatchQueue(label: "app.pushes")
    let heard = Mutex<[String]>([])
    let reportsOnPushQueue: Bool

    init(hasProviderQueue: Bool, reportsOnPushQueue: Bool = true) {
        callQueue.setSpecific(key: Self.marker, value: "calls")
        pushQueue.setSpecific(key: Self.marker, value: "pushes")
        Self.mainIsMarked
        registry = PKPushRegistry(queue: pushQueue)
        controller = CXCallController()
        self.reportsOnPushQueue = reportsOnPushQueue
        super.init()
        provider.setDelegate(self, queue: hasProviderQueue ? callQueue : nil)
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }

    func note(_ words: String) {
        let queue = DispatchQueue.getSpecific(key: Self.marker) ?? "framework"
        heard.withLock { $0.append("\(words) on \(queue)") }
    }

    func providerDidReset(_ provider: CXProvider) {}
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        note("answer")
        action.fulfill()
    }

    func pushRegistry(_ registry: PKPushRegistry, didUpdate credentials: PKPushCredentials, for type: PKPushType) {}
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping () -> Void
    ) {
        note("push")
        guard reportsOnPushQueue else { return callQueue.sync { report() } }
        report()
    }

    private func report() {
        provider.reportNewIncomingCall(with: .test(1), update: CXCallUpdate()) { [self] _ in note("reported") }
    }
}
