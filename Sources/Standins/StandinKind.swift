/// The outside parties that have a stand-in here.
public enum StandinKind: String, Hashable, Sendable, CaseIterable {
    /// Apple Push Notification service.
    case apns
    /// Firebase Cloud Messaging and Google's token endpoint.
    case fcm
    /// Telnyx Call Control.
    case telnyx
    /// Sign in with Apple.
    case apple
}
