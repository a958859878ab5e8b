import DeviceRuntime
public import Foundation

/// What the system tells an app that takes pushes. All but the first are optional on iOS.
///
/// Source: developer.apple.com/documentation/pushkit/pkpushregistrydelegate. A method with a completion handler and its
/// `async` twin are one method in Objective-C; here they are two requirements, and the app implements either. Nobody but
/// the system calls them, so that the twins are plain `async`: an implementation then takes the isolation of its class.
public protocol PKPushRegistryDelegate: NSObjectProtocol {
    /// The address is new or has changed.
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType)
    /// The address is dead.
    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType)
    /// A push has come, before iOS 11.
    @available(iOS, introduced: 8.0, deprecated: 11.0, message: "the one with a completion is called")
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType)
    /// A push has come. A call must be reported before this returns (C2); the completion has no part in it (C4).
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping () -> Void)
    /// The same, `async`: it has returned before its body runs, so that no report in it is in time (C6).
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType) async
    /// A VoIP push has come. Called instead of the older method where the system has it, 26.4 and later (C10).
    @available(iOS 26.4, *)
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping () -> Void)
    /// The same, `async`.
    @available(iOS 26.4, *)
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata) async
}

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
