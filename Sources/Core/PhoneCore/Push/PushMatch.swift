/// Which call a push or an INVITE speaks of.
enum PushMatch: Hashable, Sendable {
    /// One that is not over.
    case known(CallUUID, byNumber: Bool)
    /// One of several that come in from that number; which, the INVITE will tell. Each has been announced.
    case oneOfSeveral(CallUUID)
    /// One that is.
    case over(PastCall)
    /// A ringing of a call's that is over: the call lives in a later round.
    case outdated(CallUUID)
    /// None that we know.
    case new
}
