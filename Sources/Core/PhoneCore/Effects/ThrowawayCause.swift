/// Why a push was not rung for.
public enum ThrowawayCause: String, CaseIterable, Hashable, Sendable {
    /// It could not be understood.
    case unreadable
    /// It came too late.
    case expired
    /// Its call is over.
    case sessionOver
    /// It only said that a call is over.
    case onlyNews
    /// There are as many calls as there may be.
    case busy
    /// The device has not been unlocked since it started, so nothing could be answered.
    case locked
    /// The person it is for is being signed out, or has been.
    case signedOut
}
