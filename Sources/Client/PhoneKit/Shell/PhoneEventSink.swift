public import PhoneCore

/// The one entrance for everything the phone is told.
@MainActor
public protocol PhoneEventSink: AnyObject {
    /// Handles an event to its end; one that an effect causes waits until the turn that caused it is over.
    func send(_ event: PhoneEvent)

    /// Handles a VoIP push to its end before it returns, whatever else is under way: the system looks for a report as
    /// soon as the delegate method returns. Source: apple-contract C2 (stated by an Apple engineer).
    ///
    /// - Parameter completion: the system's; called once, on any thread, when the report has come to completion, or at
    ///   once if nothing is reported. Source: C4.
    func deliver(_ push: VoIPPush, completion: @escaping @Sendable () -> Void)
}
