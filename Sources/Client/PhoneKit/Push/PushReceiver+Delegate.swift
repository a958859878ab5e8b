package import PushKit

/// Both methods for pushes are here: a system that knows the newer one calls only that. Neither is `async`: such a one
/// returns before its body has run, and the app is killed. Source: apple-contract C6 (observed), C10 (documented).
extension PushReceiver: @MainActor PKPushRegistryDelegate {
    package func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType
    ) {
        guard type == .voIP else { return }
        take(token: pushCredentials.token)
    }

    package func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
        guard type == .voIP else { return }
        take(token: nil)
    }

    package func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping @Sendable () -> Void
    ) {
        receive(payload.dictionaryPayload, mustReport: true, completion: completion)
    }

    @available(iOS 26.4, *)
    package func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping @Sendable () -> Void
    ) {
        receive(payload.dictionaryPayload, mustReport: metadata.mustReport, completion: completion)
    }
}
