public import PhoneCore
public import Redaction

/// What the page can ask that is no matter of calls.
@MainActor
public protocol BridgeHost: AnyObject {
    /// This installation's own name toward the exchange.
    var deviceID: Redacted<String> { get }
    /// The push token, if there is one.
    var pushToken: PushToken? { get }
    /// What the person allows; asks the person who was not asked yet.
    func askPermissions() async -> BridgePermissions
    /// Signs in with the login of the page, or goes on with who is signed in; the page is connected while it is seen.
    func connect(_ login: BridgeLogin?) async -> BridgeError?
    /// Closes the connection that nothing but the page needs.
    func disconnect()
    /// Tries the connection again at once.
    func reconnect()
    /// Which numbers the person may show when calling out, for each organisation, as the exchange has it now.
    func callerIDs() async throws(CallerIDFailure) -> [CallerIDs]
    /// Shows Apple's sheet.
    func signInWithApple() async -> SignInFailure?
}
