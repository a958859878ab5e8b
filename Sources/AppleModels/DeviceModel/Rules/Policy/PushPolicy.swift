/// Figures of PushKit.
public struct PushPolicy: Hashable, Sendable {
    /// C1: whether a push needs no report while the app is in the foreground.
    public var exemptsForeground = false
    /// C1: whether a push needs no report while the daemon knows of a call of this app.
    public var exemptsDuringCall = false
    /// C3: from delivery to the daemon's own check. Seen between 5 and 8 s.
    public var secondCheckDelay: Duration = .seconds(7)
    /// C4: whether completing the push before its report has completed hides the call's screen, as iOS 12 did.
    public var earlyCompletionHidesCall = false
    /// C8: how many violations end delivery. Not published; developers saw three or four.
    public var violationsMax = 3
    /// C9: whether a development build shows an alert for a violation.
    public var showsDiagnosticAlerts = false
    /// C10: the method with metadata, where the system has it.
    public var metadata: MetadataPolicy?
    /// C15: from this delay a push is late. Assumed; half a minute was seen, and 26.4 does not say.
    public var lateDelay: Duration = .seconds(20)
    /// C17: the most bytes of a payload.
    public var payloadBytesMax = 5 * 1024
    /// C18: whether a push before the first unlock launches the app; else it waits for the unlock. Both were seen.
    public var launchesBeforeFirstUnlock = true
    /// How many pushes wait for a registry or for the unlock. It bounds the model.
    public var waitingCountMax = 4

    public init() {}
}
