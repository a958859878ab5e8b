/// How a registration at Telnyx' gateway stands. Source: Telnyx' iOS, Android and JavaScript SDKs (observed).
public struct VertoGatewayState: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let unregistered = VertoGatewayState(rawValue: "UNREGED")
    public static let trying = VertoGatewayState(rawValue: "TRYING")
    public static let register = VertoGatewayState(rawValue: "REGISTER")
    public static let registered = VertoGatewayState(rawValue: "REGED")
    public static let unregister = VertoGatewayState(rawValue: "UNREGISTER")
    public static let failed = VertoGatewayState(rawValue: "FAILED")
    public static let failWait = VertoGatewayState(rawValue: "FAIL_WAIT")
    public static let expired = VertoGatewayState(rawValue: "EXPIRED")
    public static let noRegistration = VertoGatewayState(rawValue: "NOREG")
    public static let down = VertoGatewayState(rawValue: "DOWN")
    public static let timeout = VertoGatewayState(rawValue: "TIMEOUT")

    /// What a state asks of a client.
    public enum Outlook: Hashable, Sendable {
        /// Calls can be made.
        case registered
        /// It may yet come: ask again.
        case pending
        /// It will not come.
        case failed
    }

    /// An unknown state counts as pending, so that a new one does not end a session.
    public var outlook: Outlook {
        switch self {
        case .registered: .registered
        case .failed, .down, .timeout: .failed
        default: .pending
        }
    }
}
