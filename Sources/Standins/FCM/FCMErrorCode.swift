/// What FCM says went wrong.
///
/// Source: Firebase, "FCM Error Codes" of the HTTP v1 API.
public enum FCMErrorCode: String, Hashable, Sendable, CaseIterable {
    case invalidArgument = "INVALID_ARGUMENT"
    case unregistered = "UNREGISTERED"
    case senderIDMismatch = "SENDER_ID_MISMATCH"
    case quotaExceeded = "QUOTA_EXCEEDED"
    case unavailable = "UNAVAILABLE"
    case internalError = "INTERNAL"
    case thirdPartyAuthError = "THIRD_PARTY_AUTH_ERROR"
    case unspecified = "UNSPECIFIED_ERROR"

    var httpStatus: Int {
        switch self {
        case .invalidArgument: 400
        case .unregistered: 404
        case .senderIDMismatch: 403
        case .quotaExceeded: 429
        case .unavailable: 503
        case .internalError, .unspecified: 500
        case .thirdPartyAuthError: 401
        }
    }

    /// The status of Google's APIs that goes with it.
    var status: String {
        switch self {
        case .invalidArgument: "INVALID_ARGUMENT"
        case .unregistered: "NOT_FOUND"
        case .senderIDMismatch: "PERMISSION_DENIED"
        case .quotaExceeded: "RESOURCE_EXHAUSTED"
        case .unavailable: "UNAVAILABLE"
        case .internalError: "INTERNAL"
        case .unspecified: "UNKNOWN"
        case .thirdPartyAuthError: "UNAUTHENTICATED"
        }
    }
}
