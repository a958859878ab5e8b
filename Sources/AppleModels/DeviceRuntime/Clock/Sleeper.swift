internal import DeviceModel

/// A task that sleeps, from the call that asks for it until the task goes on.
struct Sleeper: Sendable {
    let id: SleeperID
    let process: ProcessGeneration
    /// Whether it is a task of the app; else it is the test's own, which no suspension holds up.
    let isOfProcess: Bool
    /// What resumes it; nil while it is on its way to where it waits.
    var wake: CheckedContinuation<Void, any Error>?
    /// How its sleep ended; nil while it sleeps.
    var end: Result<Void, CancellationError>?
}
