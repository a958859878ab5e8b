internal import DeviceModel
public import Foundation

/// An error of CallKit as a whole.
///
/// Source: developer.apple.com/documentation/callkit/cxerror-swift.struct/code.
public struct CXError: CustomNSError, Hashable {
    /// The error codes.
    public enum Code: Int, Sendable {
        /// The reason is unknown.
        case unknownError = 0
        /// The app lacks the entitlement for CallKit.
        case unentitled = 1
        /// An argument is invalid.
        case invalidArgument = 2
        /// The app lacks the background mode `voip`.
        case missingVoIPBackgroundMode = 3
    }

    /// The error code.
    public let code: Code

    /// Makes an error with a code. The user info is dropped, as the system gives none (DTS 109002).
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
    }

    /// The error domain, as logs show it.
    public static var errorDomain: String { CXErrorDomain }
    /// The raw value of the code.
    public var errorCode: Int { code.rawValue }
    /// No information.
    public var errorUserInfo: [String: Any] { [:] }

    /// The reason is unknown.
    public static var unknownError: Code { .unknownError }
    /// The app lacks the entitlement for CallKit.
    public static var unentitled: Code { .unentitled }
    /// An argument is invalid.
    public static var invalidArgument: Code { .invalidArgument }
    /// The app lacks the background mode `voip`.
    public static var missingVoIPBackgroundMode: Code { .missingVoIPBackgroundMode }
}

extension CXError.Code {
    /// Matches an error against a code in a `catch`.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? CXError)?.code == code }
}

/// The reason why a reported incoming call was refused (C25).
///
/// Source: developer.apple.com/documentation/callkit/cxerrorcodeincomingcallerror-swift.struct/code.
public struct CXErrorCodeIncomingCallError: CustomNSError, Hashable {
    /// The error codes.
    public enum Code: Int, Sendable {
        /// The reason is unknown.
        case unknown = 0
        /// The app lacks the entitlement for CallKit.
        case unentitled = 1
        /// Another call has this UUID.
        case callUUIDAlreadyExists = 2
        /// A Focus filters the call.
        case filteredByDoNotDisturb = 3
        /// The caller is blocked.
        case filteredByBlockList = 4
        /// The device is in restricted sharing mode.
        case filteredDuringRestrictedSharingMode = 5
        /// The call is protected.
        case callIsProtected = 6
        /// Its participants are filtered as sensitive.
        case filteredBySensitiveParticipants = 7
    }

    /// The error code.
    public let code: Code

    /// Makes an error with a code. The user info is dropped, as the system gives none (DTS 109002).
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
    }

    /// The error domain, as logs show it.
    public static var errorDomain: String { CXErrorDomainIncomingCall }
    /// The raw value of the code.
    public var errorCode: Int { code.rawValue }
    /// No information.
    public var errorUserInfo: [String: Any] { [:] }

    /// The reason is unknown.
    public static var unknown: Code { .unknown }
    /// The app lacks the entitlement for CallKit.
    public static var unentitled: Code { .unentitled }
    /// Another call has this UUID.
    public static var callUUIDAlreadyExists: Code { .callUUIDAlreadyExists }
    /// A Focus filters the call.
    public static var filteredByDoNotDisturb: Code { .filteredByDoNotDisturb }
    /// The caller is blocked.
    public static var filteredByBlockList: Code { .filteredByBlockList }
    /// The device is in restricted sharing mode.
    public static var filteredDuringRestrictedSharingMode: Code { .filteredDuringRestrictedSharingMode }
    /// The call is protected.
    public static var callIsProtected: Code { .callIsProtected }
    /// Its participants are filtered as sensitive.
    public static var filteredBySensitiveParticipants: Code { .filteredBySensitiveParticipants }
}

extension CXErrorCodeIncomingCallError.Code {
    /// Matches an error against a code in a `catch`.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? CXErrorCodeIncomingCallError)?.code == code
    }
}

/// The reason why a requested transaction was refused (C46).
///
/// Source: developer.apple.com/documentation/callkit/cxerrorcoderequesttransactionerror-swift.struct/code.
public struct CXErrorCodeRequestTransactionError: CustomNSError, Hashable {
    /// The error codes.
    public enum Code: Int, Sendable {
        /// The reason is unknown.
        case unknown = 0
        /// The app lacks the entitlement for CallKit.
        case unentitled = 1
        /// There is no provider yet.
        case unknownCallProvider = 2
        /// The transaction has no action.
        case emptyTransaction = 3
        /// An action names an unknown call.
        case unknownCallUUID = 4
        /// A new call has the UUID of another call.
        case callUUIDAlreadyExists = 5
        /// The state of the call does not allow the action.
        case invalidAction = 6
        /// The configuration allows no more groups of calls.
        case maximumCallGroupsReached = 7
        /// The call is protected.
        case callIsProtected = 8
    }

    /// The error code.
    public let code: Code

    /// Makes an error with a code. The user info is dropped, as the system gives none (DTS 109002).
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
    }

    /// The error domain, as logs show it.
    public static var errorDomain: String { CXErrorDomainRequestTransaction }
    /// The raw value of the code.
    public var errorCode: Int { code.rawValue }
    /// No information.
    public var errorUserInfo: [String: Any] { [:] }

    /// The reason is unknown.
    public static var unknown: Code { .unknown }
    /// The app lacks the entitlement for CallKit.
    public static var unentitled: Code { .unentitled }
    /// There is no provider yet.
    public static var unknownCallProvider: Code { .unknownCallProvider }
    /// The transaction has no action.
    public static var emptyTransaction: Code { .emptyTransaction }
    /// An action names an unknown call.
    public static var unknownCallUUID: Code { .unknownCallUUID }
    /// A new call has the UUID of another call.
    public static var callUUIDAlreadyExists: Code { .callUUIDAlreadyExists }
    /// The state of the call does not allow the action.
    public static var invalidAction: Code { .invalidAction }
    /// The configuration allows no more groups of calls.
    public static var maximumCallGroupsReached: Code { .maximumCallGroupsReached }
    /// The call is protected.
    public static var callIsProtected: Code { .callIsProtected }
}

extension CXErrorCodeRequestTransactionError.Code {
    /// Matches an error against a code in a `catch`.
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
    /// The error that the app gets.
    var error: any Error {
        if self == .missingBackgroundMode { return CXError(.missingVoIPBackgroundMode) }
        return CXErrorCodeIncomingCallError(.init(rawValue: code) ?? .unknown)
    }
}

extension RequestRefusal {
    /// The error that the app gets.
    var error: any Error { CXErrorCodeRequestTransactionError(.init(rawValue: rawValue) ?? .unknown) }
}
