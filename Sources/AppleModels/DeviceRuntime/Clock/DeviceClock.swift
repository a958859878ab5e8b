/// The phone's time, which moves only when a test says so. Tasks of the app sleep on it.
///
/// A suspended process sleeps on until it runs again; a dead one wakes with `CancellationError`, into a world where
/// nothing it does has an effect.
public struct DeviceClock: Clock, Sendable {
    /// A time since the phone was made.
    public struct Instant: InstantProtocol {
        /// Since the phone was made.
        public let sinceStart: Duration

        /// A later time.
        public func advanced(by duration: Duration) -> Instant { Instant(sinceStart: sinceStart + duration) }
        /// How long until another.
        public func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }
        /// Which is earlier.
        public static func < (left: Instant, right: Instant) -> Bool { left.sinceStart < right.sinceStart }
    }

    let kernel: DeviceKernel
    let process: ProcessHandle?

    /// The phone's time now.
    public var now: Instant { Instant(sinceStart: kernel.now) }
    /// Time is exact here.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Sleeps until a time of the phone.
    ///
    /// - Throws: `CancellationError` if the task is cancelled or the process dies.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let id = kernel.newSleeperID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                kernel.sleep(id, until: deadline.sinceStart, of: process, wake: wake)
            }
        } onCancel: {
            kernel.wake(id, with: CancellationError())
        }
    }
}
