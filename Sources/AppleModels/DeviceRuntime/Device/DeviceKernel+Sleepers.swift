internal import DeviceModel

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
