internal import DeviceModel
internal import DeviceRuntime
internal import Foundation

/// The handing over of one push: which of the delegate's methods it goes to, and what follows when that returns.
struct IncomingDelivery {
    let part: PushPart
    let push: PushID
    let mustReport: Bool?

    /// Calls the method with metadata if the system has it, else the older, else the oldest. Only when none of these
    /// exists, an `async` one is run: after the delegate has returned, as its thunk in Objective-C does (C6).
    ///
    /// Not told apart: a delegate that has the newer method `async` and an older one with a completion is taken to have
    /// only the older, since a method that is `async` shows itself only when it runs.
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
        let isImplemented = OptionalProbe.implements {
            delegate.pushRegistry(
                registry, didReceiveIncomingVoIPPushWith: payload, metadata: PKVoIPPushMetadata(mustReport: mustReport),
                withCompletionHandler: completion)
        }
        if !isImplemented { part.send(.setDelegate(.classic)) }
        return isImplemented
    }

    private func callClassic(_ delegate: any PKPushRegistryDelegate, _ registry: PKPushRegistry) -> Bool {
        let hasClassic = OptionalProbe.implements {
            delegate.pushRegistry(
                registry, didReceiveIncomingPushWith: payload, for: .voIP, completion: completion)
        }
        if hasClassic { return true }
        return OptionalProbe.implements {
            delegate.pushRegistry(registry, didReceiveIncomingPushWith: payload, for: .voIP)
        }
    }

    private func runAsync(_ delegate: any PKPushRegistryDelegate, _ registry: PKPushRegistry) {
        // The objects are the app's, which has chosen to be called `async`: Objective-C hands them over just so.
        nonisolated(unsafe) let delegate = delegate
        nonisolated(unsafe) let registry = registry
        nonisolated(unsafe) let payload = payload
        let mustReport = mustReport
        let completion = completion
        Task {
            if let mustReport {
                let isThere = await OptionalProbe.implements {
                    await delegate.pushRegistry(
                        registry, didReceiveIncomingVoIPPushWith: payload,
                        metadata: PKVoIPPushMetadata(mustReport: mustReport))
                }
                if isThere { return completion() }
            }
            let isThere = await OptionalProbe.implements {
                await delegate.pushRegistry(registry, didReceiveIncomingPushWith: payload, for: .voIP)
            }
            if isThere { completion() }
        }
    }
}
