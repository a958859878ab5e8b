/// What a dialect has beyond the common core.
public struct VertoCapabilities: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Being registered is a state of its own, asked for with `gatewayState`.
    public static let gatewayState = VertoCapabilities(rawValue: 1 << 0)
    /// `ringing` is sent to the caller.
    public static let ringing = VertoCapabilities(rawValue: 1 << 1)
    /// Candidates may follow the description.
    public static let trickle = VertoCapabilities(rawValue: 1 << 2)
    /// Calls that a push announced are fetched with `attachCalls`.
    public static let attachCalls = VertoCapabilities(rawValue: 1 << 3)
    public static let pushNotifications = VertoCapabilities(rawValue: 1 << 4)
    public static let tokenLogin = VertoCapabilities(rawValue: 1 << 5)
    /// Headers travel as `custom_headers`; otherwise as user variables and `verto_h_…` members.
    public static let customHeaders = VertoCapabilities(rawValue: 1 << 6)
    /// `clientReady` alone says that the session is ready.
    public static let readyAtClientReady = VertoCapabilities(rawValue: 1 << 7)
    /// A keep-alive request is answered with a result rather than with a request of the same kind.
    public static let acknowledgesRequests = VertoCapabilities(rawValue: 1 << 8)
}
