/// Why the exchange could not start, or what is wrong with its configuration.
///
/// `description` says what, where and what to do; it never holds a password, a token or a number.
public struct ExchangeServerError: Error, Hashable, CustomStringConvertible {
    /// What kind of trouble it is.
    public struct Code: Hashable, Sendable {
        /// A file or a command line that says something the exchange cannot follow.
        public static let configuration = Code(name: "configuration")
        /// The address cannot be listened on, or must not be in plain text.
        public static let listen = Code(name: "listen")
        /// The certificate or the key cannot be used.
        public static let tls = Code(name: "tls")
        /// The database cannot be opened or written.
        public static let storage = Code(name: "storage")

        let name: String
    }

    public let code: Code
    /// What is wrong, where, and what to do about it. Safe to log.
    public let context: String

    init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    public var description: String { "\(code.name): \(context)" }
}
