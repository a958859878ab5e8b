/// What a person holding the phone, or a developer reading its diagnostics, notices.
public enum Observation: Hashable, Sendable {
    /// A change of what the call screen shows.
    case call(CallObservation)
    /// An entry appeared in Recents.
    case recents(RecentsEntry)
    /// A change of what can be heard and recorded.
    case sound(SoundCondition)
    /// The fate of a push that the app did not receive.
    case pushNotDelivered(PushID, PushLoss)
    /// A push went without a report; how many did so since the app was installed.
    case pushViolation(count: Int)
    /// The system will start the app for no push any more, until it is installed anew.
    case pushesRevoked
    /// An alert that only development and TestFlight builds show.
    case diagnosticAlert(DiagnosticAlert)
    /// The process changed the way it runs. A suspended one runs nothing, not even timers; a gone one never will again.
    case process(ProcessLife, ProcessGeneration)
    /// The process was killed.
    case terminated(TerminationReason, ProcessGeneration)
    /// The system asks for the passcode before it goes on.
    case unlockRequested
    /// The app did something that is allowed and known to go wrong.
    case hazard(Hazard)
}
