internal import DeviceModel

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

extension DeviceKernel {
    /// Notes a sleep at the call that asks for it: on its way to where it waits, a task may come late.
    func beginSleep(until due: Duration, of process: ProcessHandle?) -> SleeperID {
        change { state in
            state.sleepersGiven += 1
            let generation = process?.generation ?? state.machine.process.generation
            var sleeper = Sleeper(
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

    /// The task has come to where it waits.
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

    /// The task goes on, where it asked.
    func endSleep(_ id: SleeperID) { change { $0.sleepers.removeAll { $0.id == id } } }

    /// Whether a task was woken and has not come to itself: its resumption goes by way of another thread.
    var isWaking: Bool { read { $0.sleepers.contains { $0.end != nil } } }

    /// A sleeper's time has come: it wakes, unless its process is suspended.
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

    /// Wakes what a dead process left asleep.
    func wakeAll(of process: ProcessGeneration) {
        let left = read { state in state.sleepers.filter { $0.isOfProcess && $0.process == process }.map(\.id) }
        for id in left { wake(id, with: .failure(CancellationError())) }
    }
}

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

/// The name of one sleep of one task.
struct SleeperID: Hashable, Sendable {
    let value: UInt64
}
