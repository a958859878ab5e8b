/// The lock, and the restart of the phone.
extension DeviceMachine {
    /// `UIApplication.isProtectedDataAvailable`: whether the phone is unlocked now, not whether it ever was.
    public var isProtectedDataAvailable: Bool { lock == .unlocked }

    mutating func handle(_ event: LockEvent, into effects: inout [DeviceEffect]) {
        switch event {
        case .lock:
            guard lock == .unlocked else { return }
            call(.process(.protectedDataUnavailable), into: &effects)
            lock = .locked
            leave(into: &effects)
        case .unlock:
            guard lock != .unlocked else { return }
            lock = .unlocked
            call(.process(.protectedDataAvailable), into: &effects)
            releaseWaitingPushes(into: &effects)
        case .reboot: reboot(into: &effects)
        }
    }

    private mutating func reboot(into effects: inout [DeviceEffect]) {
        terminate(.reboot, into: &effects)
        lock = .beforeFirstUnlock
        forgetPushes(into: &effects)
        forgetCalls(into: &effects)
        audio.restartPhone()
    }
}
