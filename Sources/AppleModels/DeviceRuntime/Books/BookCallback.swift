package import DeviceModel

/// What a framework beside calls and pushes calls in the app.
package enum BookCallback: Hashable, Sendable {
    /// UserNotifications.
    case notification(NotificationCallback)
    /// Network: a monitor's path.
    case path(PathMonitorID, NetworkPath)
    /// AuthenticationServices.
    case signIn(SignInEffect)
    /// The web view and its bridge.
    case web(WebEffect)
}
