public import Foundation

/// Why a requested transaction was refused (C46).
///
/// Source: developer.apple.com/documentation/callkit/cxerrorcoderequesttransactionerror-swift.struct/code.
public struct CXErrorCodeRequestTransactionError: CustomNSError, Hashable {
    /// The numbers of the error.
    public enum Code: Int, Sendable {
        /// Nobody knows.
        case unknown = 0
        /// The app may not use CallKit.
        case unentitled = 1
        /// There is no provider yet.
        case unknownCallProvider = 2
        /// It has no action.
        case emptyTransaction = 3
        /// An action names a call that is not there.
        case unknownCallUUID = 4
        /// A new call has the UUID of a live one.
        case callUUIDAlreadyExists = 5
        /// An action cannot be done to that call.
        case invalidAction = 6
        /// There are as many calls as the configuration allows.
        case maximumCallGroupsReached = 7
        /// The call is protected.
        case callIsProtected = 8
    }

    /// Which error it is.
    public let code: Code

    /// An error of a code; what is given about it beside the code is not kept, as the system gives nothing (DTS 109002).
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
    }

    /// The domain, as logs show it.
    public static var errorDomain: String { CXErrorDomainRequestTransaction }
    /// The code's number.
    public var errorCode: Int { code.rawValue }
    /// Nothing.
    public var errorUserInfo: [String: Any] { [:] }

    /// Nobody knows.
    public static var unknown: Code { .unknown }
    /// The app may not use CallKit.
    public static var unentitled: Code { .unentitled }
    /// There is no provider yet.
    public static var unknownCallProvider: Code { .unknownCallProvider }
    /// It has no action.
    public static var emptyTransaction: Code { .emptyTransaction }
    /// An action names a call that is not there.
    public static var unknownCallUUID: Code { .unknownCallUUID }
    /// A new call has the UUID of a live one.
    public static var callUUIDAlreadyExists: Code { .callUUIDAlreadyExists }
    /// An action cannot be done to that call.
    public static var invalidAction: Code { .invalidAction }
    /// There are as many calls as the configuration allows.
    public static var maximumCallGroupsReached: Code { .maximumCallGroupsReached }
    /// The call is protected.
    public static var callIsProtected: Code { .callIsProtected }
}

extension CXErrorCodeRequestTransactionError.Code {
    /// Lets a code stand in a `catch`.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? CXErrorCodeRequestTransactionError)?.code == code
    }
}
