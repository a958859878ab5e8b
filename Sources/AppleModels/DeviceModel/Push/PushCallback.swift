/// What PushKit calls in the app.
public enum PushCallback: Hashable, Sendable {
    /// `didUpdate`.
    case token(PushToken)
    /// `didInvalidatePushTokenFor`.
    case tokenInvalidated
    /// `didReceiveIncomingPushWith`, or the method of 26.4 if `mustReport` is given.
    ///
    /// Must be followed by ``PushRequest/delegateReturned(_:)``, at once when the method returns.
    case incoming(PushID, mustReport: Bool?)
}
