/// When an item may be read and written. Its name here is Apple's without `kSecAttrAccessible`.
public enum KeychainAccessibility: String, Hashable, Sendable, CaseIterable {
    /// While the phone is unlocked. The default.
    case whenUnlocked
    /// From the first unlock to the next restart.
    case afterFirstUnlock
    /// As `whenUnlocked`, and never on another phone.
    case whenUnlockedThisDeviceOnly
    /// As `afterFirstUnlock`, and never on another phone.
    case afterFirstUnlockThisDeviceOnly

    /// Whether an item stays behind when a backup is restored onto another phone.
    public var isBoundToDevice: Bool {
        switch self {
        case .whenUnlocked, .afterFirstUnlock: false
        case .whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly: true
        }
    }

    /// Whether the phone has the key of this class in memory.
    public func isReachable(_ lock: LockState) -> Bool {
        switch self {
        case .whenUnlocked, .whenUnlockedThisDeviceOnly: lock == .unlocked
        case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: lock != .beforeFirstUnlock
        }
    }
}
