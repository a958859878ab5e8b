public import Foundation

/// An error of CallKit as a whole.
///
/// Source: developer.apple.com/documentation/callkit/cxerror-swift.struct/code.
public struct CXError: CustomNSError, Hashable {
    /// The numbers of the error.
    public enum Code: Int, Sendable {
        /// Nobody knows.
        case unknownError = 0
        /// The app may not use CallKit.
        case unentitled = 1
        /// An argument cannot be.
        case invalidArgument = 2
        /// The app lacks the background mode for calls.
        case missingVoIPBackgroundMode = 3
    }

    /// Which error it is.
    public let code: Code

    /// An error of a code; what is given about it beside the code is not kept, as the system gives nothing (DTS 109002).
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
    }

    /// The domain, as logs show it.
    public static var errorDomain: String { CXErrorDomain }
    /// The code's number.
    public var errorCode: Int { code.rawValue }
    /// Nothing.
    public var errorUserInfo: [String: Any] { [:] }

    /// Nobody knows.
    public static var unknownError: Code { .unknownError }
    /// The app may not use CallKit.
    public static var unentitled: Code { .unentitled }
    /// An argument cannot be.
    public static var invalidArgument: Code { .invalidArgument }
    /// The app lacks the background mode for calls.
    public static var missingVoIPBackgroundMode: Code { .missingVoIPBackgroundMode }
}

extension CXError.Code {
    /// Lets a code stand in a `catch`.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? CXError)?.code == code }
}
