/// A report of an incoming call that the daemon has not answered yet.
public struct PendingReport: Hashable, Sendable {
    public let id: ReportID
    public let call: SystemCallID
    /// Why the call is refused; `nil` if it is not.
    public let refusal: IncomingRefusal?
    /// The push it answers, if it was made in a push's delegate method.
    public let push: PushID?
}
