internal import DeviceModel

/// A task that sleeps.
struct Sleeper: Sendable {
    let id: SleeperID
    let process: ProcessGeneration
    /// Whether it is a task of the app; else it is the test's own, which no suspension holds up.
    let isOfProcess: Bool
    let wake: CheckedContinuation<Void, any Error>
}
