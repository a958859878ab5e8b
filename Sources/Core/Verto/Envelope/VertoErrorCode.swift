/// The number of a JSON-RPC error.
///
/// Source: observed on FreeSWITCH 1.11 and in Telnyx' client SDKs, except where a comment says otherwise.
public struct VertoErrorCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// No number was given.
    public static let unspecified = VertoErrorCode(rawValue: 0)
    /// "Authentication Required": the session is not logged in. The classic JavaScript client waits for it.
    public static let authenticationRequired = VertoErrorCode(rawValue: -32000)
    /// Wrong credentials, missing credentials, or a session that belongs to someone else.
    public static let authenticationFailed = VertoErrorCode(rawValue: -32001)
    /// Everything that went wrong with a call or a session.
    public static let application = VertoErrorCode(rawValue: -32002)
    public static let gatewayTimeout = VertoErrorCode(rawValue: -32003)
    public static let gatewayFailed = VertoErrorCode(rawValue: -32004)
    /// More requests than the server takes. Our own number, inside JSON-RPC's range for servers.
    public static let tooManyRequests = VertoErrorCode(rawValue: -32029)
    public static let invalidRequest = VertoErrorCode(rawValue: -32600)
    public static let unknownMethod = VertoErrorCode(rawValue: -32601)
    public static let notPermitted = VertoErrorCode(rawValue: -32602)
    /// Telnyx' answer to a ping before login.
    public static let unauthorized = VertoErrorCode(rawValue: 401)
}
