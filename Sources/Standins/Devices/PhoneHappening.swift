/// Something a phone did with a push.
public struct PhoneHappening: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        /// The app was given the push.
        case delivered
        /// The phone was off and the push could not be kept, or its time was over.
        case dropped
        /// The system ended the app, because it reported no call.
        case killed
    }

    public var kind: Kind
    /// Hexadecimal, lower case.
    public var device: String
    /// The number of the push.
    public var push: Int
    /// Since 1970, by the stand-in's clock.
    public var at: Duration
}
