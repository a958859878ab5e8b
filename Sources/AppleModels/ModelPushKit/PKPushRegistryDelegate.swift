import DeviceRuntime
public import Foundation

/// Receives tokens and pushes. All methods except the first are optional on iOS.
///
/// Source: developer.apple.com/documentation/pushkit/pkpushregistrydelegate. A method with a completion handler and its
/// `async` twin are one method in Objective-C; here they are two requirements, and the app implements either. Only the
/// system calls them, so the `async` ones have no further attribute, and an implementation takes the isolation of its
/// class.
public protocol PKPushRegistryDelegate: NSObjectProtocol {
    /// The token is new or has changed.
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType)
    /// The token was invalidated.
    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType)
    /// A push has arrived, before iOS 11.
    @available(iOS, introduced: 8.0, deprecated: 11.0, message: "the one with a completion is called")
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType)
    /// A push has arrived. The app must report a call before this returns (C2). The checks do not depend on the
    /// completion (C4).
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping () -> Void)
    /// The same, `async`. It returns to the system before its body runs, so a report in it is too late (C6).
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType) async
    /// A VoIP push has arrived. iOS 26.4 and later call this instead of the older method (C10).
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

/// These defaults stand for Objective-C's `optional`: they tell the model that the delegate lacks the method.
extension PKPushRegistryDelegate {
    /// Not implemented.
    public func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
        OptionalMethodDetector.missed()
    }
    /// Not implemented.
    @available(iOS, introduced: 8.0, deprecated: 11.0, message: "the one with a completion is called")
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType
    ) {
        OptionalMethodDetector.missed()
    }
    /// Not implemented.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping () -> Void
    ) {
        OptionalMethodDetector.missed()
    }
    /// Not implemented.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType
    ) async {
        OptionalMethodDetector.missed()
    }
    /// Not implemented.
    @available(iOS 26.4, *)
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping () -> Void
    ) {
        OptionalMethodDetector.missed()
    }
    /// Not implemented.
    @available(iOS 26.4, *)
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata
    ) async {
        OptionalMethodDetector.missed()
    }
}
