import CallKit
import DeviceRuntime
import Foundation
import PushKit

/// An app that takes pushes `async`, as the completion of Xcode suggests.
@MainActor
final class AsyncPushApp: NSObject, @MainActor PKPushRegistryDelegate, @MainActor CXProviderDelegate {
    let provider = CXProvider(configuration: CXProviderConfiguration())
    let registry = PKPushRegistry(queue: .main)
    private let onBody: @MainActor () -> Void

    init(onBody: @escaping @MainActor () -> Void = {}) {
        self.onBody = onBody
        super.init()
        provider.setDelegate(self, queue: nil)
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }

    func providerDidReset(_ provider: CXProvider) {}
    func pushRegistry(_ registry: PKPushRegistry, didUpdate credentials: PKPushCredentials, for type: PKPushType) {}

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType
    ) async {
        onBody()
        try? await provider.reportNewIncomingCall(with: .test(1), update: CXCallUpdate())
    }
}
