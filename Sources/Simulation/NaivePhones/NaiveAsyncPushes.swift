import Foundation
import PushKit

/// The push delegate written with `async`, as the compiler offers it.
@MainActor
final class NaiveAsyncPushes: NSObject {
    private let received: @MainActor ([AnyHashable: Any]) -> Void

    init(_ received: @escaping @MainActor ([AnyHashable: Any]) -> Void) {
        self.received = received
    }
}

extension NaiveAsyncPushes: @MainActor PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType
    ) {}

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType
    ) async {
        received(payload.dictionaryPayload)
    }
}
