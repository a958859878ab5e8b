import DeviceRuntime

/// What Objective-C's `optional` does: the model calls, and learns that nobody is there.
extension PKPushRegistryDelegate {
    /// Not implemented.
    public func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
        OptionalProbe.missed()
    }
    /// Not implemented.
    @available(iOS, introduced: 8.0, deprecated: 11.0, message: "the one with a completion is called")
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType
    ) {
        OptionalProbe.missed()
    }
    /// Not implemented.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping () -> Void
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
    @available(iOS 26.4, *)
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping () -> Void
    ) {
        OptionalProbe.missed()
    }
    /// Not implemented.
    @available(iOS 26.4, *)
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata
    ) async {
        OptionalProbe.missed()
    }
}
