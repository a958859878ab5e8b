import Clocks
import Foundation
import PhoneKit
import PushKit

/// An app's mistake that is often made: it awaits something, such as its credentials, before it reports the call of a
/// push.
///
/// It stands before the app's own delegate, which gets each push only afterward. The system ends the process as soon as
/// this delegate returns (C2), so that the phone never rings by a push.
@MainActor
final class NaivePushDelegate: NSObject {
    /// How long the backend takes to answer.
    private static let delay: Duration = .milliseconds(200)

    private let app: any PKPushRegistryDelegate
    private let clock: any TimeSource

    /// Takes the place of the delegate of the running process's registry; nil if there is none.
    init?(clock: any TimeSource) {
        guard let registry = PKPushRegistry.ofThisProcess, let app = registry.delegate else { return nil }
        self.app = app
        self.clock = clock
        super.init()
        registry.delegate = self
    }

    private func later(_ body: @escaping @MainActor () -> Void) {
        Task {
            // on purpose: a process that ends meanwhile receives no push any more
            do { try await clock.wait(until: clock.now + Self.delay) } catch { return }
            body()
        }
    }
}

extension NaivePushDelegate: @MainActor PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType
    ) { app.pushRegistry(registry, didUpdate: pushCredentials, for: type) }

    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
        app.pushRegistry(registry, didInvalidatePushTokenFor: type)
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping () -> Void
    ) {
        later { [app] in
            app.pushRegistry(registry, didReceiveIncomingPushWith: payload, for: type, completion: completion)
        }
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping () -> Void
    ) {
        later { [app] in
            app.pushRegistry(
                registry, didReceiveIncomingVoIPPushWith: payload, metadata: metadata,
                withCompletionHandler: completion)
        }
    }
}
