public import PhoneCore

/// Brings the push token to the exchange.
@MainActor
public protocol TokenPort: PhoneEventSource {
    /// Tells the exchange the token, or that there is none; tries again by its own rules, and gives up what an earlier
    /// call asked. Done, it tells ``Acknowledgement/pushToken(_:)``.
    func upload(_ token: PushToken?)
}
