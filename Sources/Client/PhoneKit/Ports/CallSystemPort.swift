public import PhoneCore

/// The system's calls: what it is told of them, and what it asks for.
@MainActor
public protocol CallSystemPort: PhoneEventSource {
    /// Tells the system of a call, before it returns.
    ///
    /// - Parameter completion: called once when the report of an incoming call has come to completion, on any thread.
    func report(_ order: ReportOrder, completion: (@Sendable () -> Void)?)

    /// Completes an action. One that was completed, has timed out or never was is left alone.
    func complete(_ action: SystemActionID, _ outcome: ActionOutcome)

    /// Asks for a transaction; its acceptance comes back as ``SystemEvent/requested(_:_:)``.
    func request(_ id: SystemRequestID, _ actions: [SystemAction])
}
