import DeviceRuntime

/// What Objective-C's `optional` does: the model calls, and learns that nobody is there.
extension PKPushRegistryDelegate {
    /// Not implemented.
    public func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
        OptionalProbe.missed()
    }
    /// Not implemented.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType
    ) {
        OptionalProbe.missed()
    }
    /// Not implemented.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping @Sendable () -> Void
    ) {
        OptionalProbe.missed()
    }
    /// Not implemented.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType
    ) async {
        OptionalProbe.missed()
    }
    /// Not implemented.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping @Sendable () -> Void
    ) {
        OptionalProbe.missed()
    }
    /// Not implemented.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata
    ) async {
        OptionalProbe.missed()
    }
}
