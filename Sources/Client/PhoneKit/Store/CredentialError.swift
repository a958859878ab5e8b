/// Why the keychain did not do what was asked.
public struct CredentialError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public enum Code: String, CaseIterable, Hashable, Sendable {
        /// There is no such item.
        case missing
        /// It cannot be reached before the device is unlocked. Source: apple-contract C74, −25308 (documented).
        case locked
        /// What is there is not what was written.
        case damaged
        /// Anything else.
        case refused
    }

    /// What went wrong.
    public let code: Code
    /// The keychain's own number; 0 if it has nothing to do with it.
    public let status: Int32

    /// Names a failure.
    public init(_ code: Code, status: Int32 = 0) {
        self.code = code
        self.status = status
    }

    public var description: String { "\(code.rawValue), status \(status)" }
}
