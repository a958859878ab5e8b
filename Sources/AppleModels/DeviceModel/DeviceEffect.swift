/// What the phone does in answer to an event, in order.
public enum DeviceEffect: Hashable, Sendable {
    /// A framework calls the app. Only the process of this generation may receive it.
    case callback(AppCallback, to: ProcessGeneration)
    /// A timer begins; if it runs already, it begins again.
    case startTimer(DeviceTimer, after: Duration)
    /// A timer is given up; if it does not run, nothing happens.
    case stopTimer(DeviceTimer)
    /// Something can be seen or heard, or is written in the phone's own diagnostics.
    case observe(Observation)
}
