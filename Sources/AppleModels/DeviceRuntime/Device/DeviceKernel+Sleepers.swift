internal import DeviceModel

extension DeviceKernel {
    func newSleeperID() -> SleeperID {
        change { state in
            state.sleepersGiven += 1
            return SleeperID(value: state.sleepersGiven)
        }
    }

    func sleep(
        _ id: SleeperID, until due: Duration, of process: ProcessHandle?, wake: CheckedContinuation<Void, any Error>
    ) {
        let isOver = change { state -> Result<Void, CancellationError>? in
            if Task.isCancelled { return .failure(CancellationError()) }
            if let process, process !== state.process { return .failure(CancellationError()) }
            let isSuspended = process != nil && state.machine.process.life == .suspended
            if due <= state.now, !isSuspended { return .success(()) }
            let generation = process?.generation ?? state.machine.process.generation
            state.sleepers.append(Sleeper(id: id, process: generation, isOfProcess: process != nil, wake: wake))
            state.alarms.set(.sleeper(id), at: due)
            return nil
        }
        switch isOver {
        case nil: break
        case .success: wake.resume()
        case .failure(let error): wake.resume(throwing: error)
        }
    }

    func wake(_ id: SleeperID, with error: (any Error)? = nil) {
        let sleeper = change { state -> Sleeper? in
            state.alarms.cancel(id)
            state.overslept.removeAll { $0 == id }
            guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else { return nil }
            return state.sleepers.remove(at: index)
        }
        if let error { sleeper?.wake.resume(throwing: error) } else { sleeper?.wake.resume() }
    }

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
        let left = change { state in
            let left = state.sleepers.filter { $0.isOfProcess && $0.process == process }.map(\.id)
            return left
        }
        for id in left { wake(id, with: CancellationError()) }
    }
}
