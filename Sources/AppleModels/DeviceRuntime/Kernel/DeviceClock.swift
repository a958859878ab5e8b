internal import DeviceModel

/// A clock with the phone's time, which moves only when a test moves it. Tasks of the app sleep on it.
///
/// Tasks of a suspended process sleep until the process runs again. Tasks of a dead process wake with
/// `CancellationError`, and nothing they do has an effect.
public struct DeviceClock: Clock, Sendable {
    /// A moment, counted from the making of the phone.
    public struct Instant: InstantProtocol {
        /// The time since the phone was made.
        public let sinceStart: Duration

        /// The moment that is later by a duration.
        public func advanced(by duration: Duration) -> Instant { Instant(sinceStart: sinceStart + duration) }
        /// The time from this moment to another.
        public func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }
        /// Whether the left moment is earlier.
        public static func < (left: Instant, right: Instant) -> Bool { left.sinceStart < right.sinceStart }
    }

    let kernel: DeviceKernel
    let process: ProcessHandle?

    /// The phone's time now.
    public var now: Instant { Instant(sinceStart: kernel.now) }
    /// The resolution is one nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Sleeps until a time of the phone.
    ///
    /// A sleep that begins on the main actor is registered at once, so time cannot pass it. No other alarm fires until
    /// the task has resumed there, however late the threads in between schedule it.
    ///
    /// - Throws: `CancellationError` if the task is canceled or the process dies.
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

    /// Sleeps for a duration from now. The default of the `Clock` protocol would first hop to another thread.
    ///
    /// - Throws: `CancellationError` if the task is canceled or the process dies.
    public nonisolated(nonsending) func sleep(for duration: Duration, tolerance: Duration? = nil) async throws {
        try await sleep(until: now.advanced(by: duration), tolerance: tolerance)
    }
}

extension DeviceKernel {
    /// Registers a sleep when the task calls for it, as the task may reach its suspension point much later.
    func beginSleep(until due: Duration, of process: ProcessHandle?) -> SleeperID {
        change { state in
            state.sleepersGiven += 1
            let generation = process?.generation ?? state.machine.process.generation
            var sleeper = SleepingTask(
                id: SleeperID(value: state.sleepersGiven), process: generation, isOfProcess: process != nil)
            let isSuspended = process != nil && state.machine.process.life == .suspended
            if let process, process !== state.process {
                sleeper.end = .failure(CancellationError())
            } else if due <= state.now, !isSuspended {
                sleeper.end = .success(())
            } else {
                state.alarms.set(.sleeper(sleeper.id), at: due)
            }
            state.sleepers.append(sleeper)
            return sleeper.id
        }
    }

    /// Stores the continuation of a task that has reached its suspension point, or resumes it if its sleep has ended.
    func sleep(_ id: SleeperID, wake: CheckedContinuation<Void, any Error>) {
        let end = change { state -> Result<Void, CancellationError>? in
            guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else { return .success(()) }
            if let end = state.sleepers[index].end { return end }
            state.sleepers[index].wake = wake
            return nil
        }
        if let end { wake.resume(with: end) }
    }

    func wake(_ id: SleeperID, with end: Result<Void, CancellationError> = .success(())) {
        let wake = change { state -> CheckedContinuation<Void, any Error>? in
            state.alarms.cancel(id)
            state.overslept.removeAll { $0 == id }
            let index = state.sleepers.firstIndex { $0.id == id && $0.end == nil }
            guard let index else { return nil }
            state.sleepers[index].end = end
            return state.sleepers[index].wake
        }
        wake?.resume(with: end)
    }

    /// Removes a sleep, as its task has resumed.
    func endSleep(_ id: SleeperID) { change { $0.sleepers.removeAll { $0.id == id } } }

    /// Whether a task was woken and has not resumed yet, as resumption goes through another thread.
    var isWaking: Bool { read { $0.sleepers.contains { $0.end != nil } } }

    /// Wakes a sleeper that is due, unless its process is suspended.
    func ring(_ id: SleeperID) {
        let isFrozen = change { state in
            guard state.machine.process.life == .suspended,
                state.sleepers.contains(where: { $0.id == id && $0.isOfProcess })
            else { return false }
            state.overslept.append(id)
            return true
        }
        if !isFrozen { wake(id) }
    }

    /// Wakes the sleepers of a dead process with `CancellationError`.
    func wakeAll(of process: ProcessGeneration) {
        let left = read { state in state.sleepers.filter { $0.isOfProcess && $0.process == process }.map(\.id) }
        for id in left { wake(id, with: .failure(CancellationError())) }
    }
}

/// A task that sleeps, from its call until it resumes.
struct SleepingTask: Sendable {
    let id: SleeperID
    let process: ProcessGeneration
    /// Whether the task belongs to the app. A task of the test is not delayed by a suspended process.
    let isOfProcess: Bool
    /// The continuation that resumes the task; nil until the task has reached its suspension point.
    var wake: CheckedContinuation<Void, any Error>?
    /// The result of the sleep; nil while the task sleeps.
    var end: Result<Void, CancellationError>?
}

/// Identifies one sleep of one task.
struct SleeperID: Hashable, Sendable {
    let value: UInt64
}
