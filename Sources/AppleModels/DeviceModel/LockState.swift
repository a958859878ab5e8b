/// Whether the phone is locked, and whether it was ever unlocked since it started.
public enum LockState: String, Hashable, Sendable, CaseIterable {
    /// Started, and not unlocked since: only what needs no passcode can be read.
    /// Leaves to: `unlocked` (passcode entered).
    case beforeFirstUnlock
    /// Unlocked once, and locked now.
    /// Leaves to: `unlocked` (face, finger or passcode), `beforeFirstUnlock` (restart).
    case locked
    /// In use.
    /// Leaves to: `locked` (button or time), `beforeFirstUnlock` (restart).
    case unlocked
}

extension LockState {
    /// `UIApplication.isProtectedDataAvailable` (C78): speaks of class `complete`, so of now; not of whether the phone
    /// was ever unlocked.
    public var isProtectedDataAvailable: Bool { FileProtection.complete.isReachable(self) }
}

/// What happens to the phone's lock.
public enum LockEvent: Hashable, Sendable {
    /// The screen is locked.
    case lock
    /// The passcode was given.
    case unlock
    /// The phone is restarted; it then waits for its first unlock.
    case reboot
}

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
