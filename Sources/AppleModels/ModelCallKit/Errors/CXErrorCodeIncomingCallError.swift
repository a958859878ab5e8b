public import Foundation

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
