/// Why a report of an incoming call fails.
public enum IncomingRefusal: Error, Hashable, Sendable, CaseIterable {
    case unknown, unentitled, callIDExists, doNotDisturb, blocked, restrictedSharing, protected, sensitiveParticipants
    /// `CXError`: `voip` is not among the background modes.
    case missingBackgroundMode

    /// The code of `CXErrorCodeIncomingCallError`, or of `CXError` for the last.
    public var code: Int {
        switch self {
        case .unknown: 0
        case .unentitled: 1
        case .callIDExists: 2
        case .doNotDisturb: 3
        case .blocked: 4
        case .restrictedSharing: 5
        case .protected: 6
        case .sensitiveParticipants: 7
        case .missingBackgroundMode: 3
        }
    }
}
