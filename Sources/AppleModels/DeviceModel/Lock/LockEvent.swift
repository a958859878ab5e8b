/// What happens to the phone's lock.
public enum LockEvent: Hashable, Sendable {
    /// The screen is locked.
    case lock
    /// The passcode was given.
    case unlock
    /// The phone is restarted; it then waits for its first unlock.
    case reboot
}
