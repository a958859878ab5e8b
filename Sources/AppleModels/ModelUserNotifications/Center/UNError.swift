public import Foundation

/// Why a notification was not taken.
public struct UNError: CustomNSError, Hashable {
    /// The numbers of the error.
    public enum Code: Int, Sendable {
        /// The person does not let the app.
        case notificationsNotAllowed = 1
    }

    /// Which error it is.
    public let code: Code

    /// An error of a code.
    public init(_ code: Code) { self.code = code }

    /// The domain.
    public static var errorDomain: String { "UNErrorDomain" }
    /// The code's number.
    public var errorCode: Int { code.rawValue }
}
