import CallKit
import DeviceRuntime
import Foundation
import PushKit

/// An app that has both methods for pushes, and obeys the metadata.
@MainActor
final class MetadataPushApp: NSObject, @MainActor PKPushRegistryDelegate, @MainActor CXProviderDelegate {
    let provider = CXProvider(configuration: CXProviderConfiguration())
    let registry = PKPushRegistry(queue: nil)
    var heard: [String] = []

    override init() {
        super.init()
        provider.setDelegate(self, queue: nil)
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }

    func providerDidReset(_ provider: CXProvider) {}
    func pushRegistry(_ registry: PKPushRegistry, didUpdate credentials: PKPushCredentials, for type: PKPushType) {}

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping () -> Void
    ) {
        heard.append("classic")
        report()
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping () -> Void
    ) {
        heard.append("mustReport \(metadata.mustReport)")
        if metadata.mustReport { report() }
    }

    private func report() {
        provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate()) { _ in }
    }
}
