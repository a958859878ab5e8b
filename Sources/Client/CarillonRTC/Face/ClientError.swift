/// Why the client could not do what it was asked. `description` is safe to log.
public struct ClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public enum Code: String, Hashable, Sendable {
        /// The URL of the exchange cannot be used.
        case invalidURL
        /// A value of the configuration or of a request is missing or out of bounds.
        case invalidArgument
        /// The exchange could not be reached, or did not stay reachable.
        case unreachable
        /// The exchange refused the credentials.
        case loginRefused
        /// The login was not answered, or the gateway did not register in time.
        case loginTimedOut
        /// The client is not connected, or was disconnected meanwhile.
        case notConnected
        /// `connect` was called while connecting or connected.
        case alreadyConnected
        /// The call's state does not allow it.
        case refused
        /// The exchange answered with an error or not in time.
        case requestFailed
        /// Media could not be made or negotiated.
        case mediaFailed
        /// The call ended before it was done.
        case callEnded
        /// A limit of this client was reached.
        case limitReached
    }

    public let code: Code
    /// What was wrong and where, without any number, name or SDP.
    public let context: String

    public init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    public var description: String { "\(code.rawValue): \(context)" }
}
