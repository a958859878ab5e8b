/// Whether the phone is locked, and whether it was ever unlocked since it started.
public enum LockState: String, Hashable, Sendable, CaseIterable {
    /// The phone has started and was not unlocked since: only data that needs no passcode can be read.
    /// Leaves to: `unlocked` (passcode entered).
    case beforeFirstUnlock
    /// The phone was unlocked since it started, and is locked now.
    /// Leaves to: `unlocked` (face, finger or passcode), `beforeFirstUnlock` (restart).
    case locked
    /// The phone is in use.
    /// Leaves to: `locked` (button or time), `beforeFirstUnlock` (restart).
    case unlocked
}

extension LockState {
    /// `UIApplication.isProtectedDataAvailable` (C78): whether files of class `complete` can be read now. It does not
    /// tell whether the phone was ever unlocked.
    public var isProtectedDataAvailable: Bool { FileProtection.complete.isReachable(self) }
}

/// An event of the phone's lock.
public enum LockEvent: Hashable, Sendable {
    /// The screen is locked.
    case lock
    /// The phone is unlocked.
    case unlock
    /// The phone is restarted; it then waits for its first unlock.
    case reboot
}

/// Handles the lock and restarts of the phone.
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
