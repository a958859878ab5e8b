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
    /// Time cannot pass a sleep that is asked for on the main actor: it is noted there at once, and nothing more rings
    /// until the task goes on there, however late the threads on its way come to it.
    ///
    /// - Throws: `CancellationError` if the task is cancelled or the process dies.
    public nonisolated(nonsending) func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let id = kernel.beginSleep(until: deadline.sinceStart, of: process)
        defer { kernel.endSleep(id) }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { kernel.sleep(id, wake: $0) }
        } onCancel: {
            kernel.wake(id, with: .failure(CancellationError()))
        }
    }

    /// Sleeps for so long from now. The `Clock` protocol's own would first go to another thread.
    ///
    /// - Throws: `CancellationError` if the task is cancelled or the process dies.
    public nonisolated(nonsending) func sleep(for duration: Duration, tolerance: Duration? = nil) async throws {
        try await sleep(until: now.advanced(by: duration), tolerance: tolerance)
    }
}
