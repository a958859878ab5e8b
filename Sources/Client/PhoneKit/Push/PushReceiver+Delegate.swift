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
        completion: @escaping () -> Void
    ) {
        let completion = SystemCompletion(completion)
        receive(payload.dictionaryPayload, mustReport: true) { completion.call() }
    }
}

// The SDK of Xcode 26.4, with the compiler 6.3, is the first that knows what a push says beside its payload.
#if compiler(>=6.3)
    extension PushReceiver {
        @available(iOS 26.4, *)
        package func pushRegistry(
            _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
            metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping () -> Void
        ) {
            let completion = SystemCompletion(completion)
            receive(payload.dictionaryPayload, mustReport: metadata.mustReport) { completion.call() }
        }
    }
#endif
