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
