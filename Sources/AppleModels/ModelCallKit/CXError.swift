internal import DeviceModel
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

/// Why a reported incoming call was refused (C25).
///
/// Source: developer.apple.com/documentation/callkit/cxerrorcodeincomingcallerror-swift.struct/code.
public struct CXErrorCodeIncomingCallError: CustomNSError, Hashable {
    /// The numbers of the error.
    public enum Code: Int, Sendable {
        /// Nobody knows.
        case unknown = 0
        /// The app may not use CallKit.
        case unentitled = 1
        /// A live call has that UUID.
        case callUUIDAlreadyExists = 2
        /// A Focus keeps it away.
        case filteredByDoNotDisturb = 3
        /// The caller is blocked.
        case filteredByBlockList = 4
        /// The device is shared with restrictions.
        case filteredDuringRestrictedSharingMode = 5
        /// The call is protected.
        case callIsProtected = 6
        /// Its participants are kept away.
        case filteredBySensitiveParticipants = 7
    }

    /// Which error it is.
    public let code: Code

    /// An error of a code; what is given about it beside the code is not kept, as the system gives nothing (DTS 109002).
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
    }

    /// The domain, as logs show it.
    public static var errorDomain: String { CXErrorDomainIncomingCall }
    /// The code's number.
    public var errorCode: Int { code.rawValue }
    /// Nothing.
    public var errorUserInfo: [String: Any] { [:] }

    /// Nobody knows.
    public static var unknown: Code { .unknown }
    /// The app may not use CallKit.
    public static var unentitled: Code { .unentitled }
    /// A live call has that UUID.
    public static var callUUIDAlreadyExists: Code { .callUUIDAlreadyExists }
    /// A Focus keeps it away.
    public static var filteredByDoNotDisturb: Code { .filteredByDoNotDisturb }
    /// The caller is blocked.
    public static var filteredByBlockList: Code { .filteredByBlockList }
    /// The device is shared with restrictions.
    public static var filteredDuringRestrictedSharingMode: Code { .filteredDuringRestrictedSharingMode }
    /// The call is protected.
    public static var callIsProtected: Code { .callIsProtected }
    /// Its participants are kept away.
    public static var filteredBySensitiveParticipants: Code { .filteredBySensitiveParticipants }
}

extension CXErrorCodeIncomingCallError.Code {
    /// Lets a code stand in a `catch`.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? CXErrorCodeIncomingCallError)?.code == code
    }
}

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

/// The domain of `CXError`. Its text is assumed after the other two (C25).
public let CXErrorDomain = "com.apple.CallKit.error"
/// The domain of `CXErrorCodeIncomingCallError`. Source: observed in logs, the ending is assumed (C25).
public let CXErrorDomainIncomingCall = "com.apple.CallKit.error.incomingcall"
/// The domain of `CXErrorCodeRequestTransactionError`. Source: observed in logs (twilio/voice-quickstart-ios#526).
public let CXErrorDomainRequestTransaction = "com.apple.CallKit.error.requesttransaction"

extension IncomingRefusal {
    /// The error an app is given.
    var error: any Error {
        if self == .missingBackgroundMode { return CXError(.missingVoIPBackgroundMode) }
        return CXErrorCodeIncomingCallError(.init(rawValue: code) ?? .unknown)
    }
}

extension RequestRefusal {
    /// The error an app is given.
    var error: any Error { CXErrorCodeRequestTransactionError(.init(rawValue: rawValue) ?? .unknown) }
}
