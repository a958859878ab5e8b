/// Why media could not do what it was told. `description` is safe to log.
public struct MediaError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable {
        /// The engine or connection was closed.
        case closed
        /// A number of connections, candidates or bytes is exhausted.
        case limitReached
        /// The SDP could not be read, or asks for what we cannot do.
        case malformedDescription
        /// No codec in common.
        case noCommonCodec
        /// The command does not fit the state, such as an answer without an offer.
        case wrongState
        /// The peer's certificate is not the one its SDP announced.
        case fingerprintMismatch
        /// A configuration that cannot be served, such as `turns:` or an address that is not here.
        case unsupportedConfiguration
        /// ICE, DTLS or the operating system failed.
        case transport
        /// A tone that does not exist.
        case invalidTone
    }

    public var code: Code
    /// What was wrong and where, without any value that came from outside.
    public var context: String

    public init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    public var description: String { "\(code.rawValue): \(context)" }
}
