/// How a process ends, and what the system takes back.
extension DeviceMachine {
    /// Ends the process. What it made is gone; its calls end unless the daemon forgets to.
    mutating func terminate(_ reason: TerminationReason, into effects: inout [DeviceEffect]) {
        guard process.life != .notRunning else { return }
        let generation = process.generation
        stopProcessTimers(into: &effects)
        process.end()
        effects.append(.observe(.terminated(reason, generation)))
        effects.append(.observe(.process(.notRunning, generation)))
        abandonPushes(afterCrash: reason == .crash, into: &effects)
        abandonCalls(into: &effects)
        audio.endProcess()
    }

    private mutating func stopProcessTimers(into effects: inout [DeviceEffect]) {
        if case .launching = process.life { effects.append(.stopTimer(.launchWatchdog)) }
        setClock(.stopped, into: &effects)
    }
}
