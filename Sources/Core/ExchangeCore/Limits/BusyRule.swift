/// When a callee is busy.
public enum BusyRule: Hashable, Sendable {
    /// With ``ExchangeLimits/callsOfUserMax`` calls: the app decides what a second call does (call waiting).
    case unlessTooManyCalls
    /// With any call, ringing or answered.
    case withAnyCall
}
