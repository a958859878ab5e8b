public import Foundation

/// Why there is no authorization.
///
/// Source: developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct.
public struct ASAuthorizationError: CustomNSError, Hashable {
    /// The numbers of the error.
    public enum Code: Int, Sendable {
        /// Nobody knows; also when nothing can be shown.
        case unknown = 1000
        /// The person closed the sheet.
        case canceled = 1001
        /// The answer makes no sense.
        case invalidResponse = 1002
        /// Nobody handled it.
        case notHandled = 1003
        /// It failed.
        case failed = 1004
        /// It would have to ask, and may not.
        case notInteractive = 1005
    }

    /// Which error it is.
    public let code: Code

    /// An error of a code.
    public init(_ code: Code) { self.code = code }

    /// The domain.
    public static var errorDomain: String { "com.apple.AuthenticationServices.AuthorizationError" }
    /// The code's number.
    public var errorCode: Int { code.rawValue }
    /// The person closed the sheet.
    public static var canceled: Code { .canceled }
    /// Nobody knows.
    public static var unknown: Code { .unknown }
}

extension ASAuthorizationError.Code {
    /// Lets a code stand in a `catch`.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? ASAuthorizationError)?.code == code }
}
