internal import DeviceRuntime
public import Foundation

/// Hears what came of requests.
@MainActor
public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
    /// The person agreed.
    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)
    /// Nothing came of it.
    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

/// What Objective-C's `optional` does: the model calls, and learns that nobody is there.
extension ASAuthorizationControllerDelegate {
    /// Not implemented.
    public func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) { OptionalProbe.missed() }
    /// Not implemented.
    public func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
        OptionalProbe.missed()
    }
}
