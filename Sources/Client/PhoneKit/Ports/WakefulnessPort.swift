/// The process's right to run where nothing on the screen and no call gives it one.
@MainActor
public protocol WakefulnessPort: AnyObject {
    /// Keeps the process running for as long as the system grants, or lets it be suspended again.
    func keepAwake(_ isOn: Bool)
}
