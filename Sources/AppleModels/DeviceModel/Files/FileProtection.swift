/// When a file's contents can be read and written.
public enum FileProtection: String, Hashable, Sendable, CaseIterable {
    /// Always, even before the first unlock (`NSFileProtectionNone`).
    case none
    /// From the first unlock to the next restart (`…CompleteUntilFirstUserAuthentication`). The default.
    case untilFirstUnlock
    /// While the phone is unlocked (`NSFileProtectionComplete`).
    case complete

    /// Whether the phone has the key of this class in memory.
    public func isReachable(_ lock: LockState) -> Bool {
        switch self {
        case .none: true
        case .untilFirstUnlock: lock != .beforeFirstUnlock
        case .complete: lock == .unlocked
        }
    }
}
