/// Figures of the call daemon's books.
public struct CallPolicy: Hashable, Sendable {
    /// C24: whether `invalidate` is answered by a reset. The documentation says no; a re-implementation does it.
    public var invalidateResets = false
    /// C27: whether an incoming call beyond the limit is refused, as was observed.
    public var refusesIncomingBeyondGroups = true
    /// C28: whether a call under a recently ended UUID shows a broken screen.
    public var endedUUIDBreaksNextCall = true
    /// C28: how many ended UUIDs are remembered. Until the next restart, on a phone; this bounds the model.
    public var endedUUIDCountMax = 8
    /// C29: whether a call is left in the books when its process dies.
    public var deadProcessLeavesCalls = false
    /// C32: from the report to the end of ringing.
    public var ringLimit: Duration = .seconds(60)
    /// Whether an end reported before the report has completed is lost. Observed by Signal (CallKitCallUIAdaptee).
    public var losesEndBeforeReportCompletes = false
    /// C36: whether an app can be made the one that `tel:` links open. From 18.2 on.
    public var hasDefaultCallingApp = true
    /// C67: whether an answered video call opens the app.
    public var videoOpensApp = true

    public init() {}
}
