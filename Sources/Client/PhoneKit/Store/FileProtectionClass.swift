/// When a file can be read. Source: apple-contract C77 (stated by an Apple engineer), C78 (documented).
public enum FileProtectionClass: String, CaseIterable, Hashable, Sendable {
    /// Always: nothing personal may stand in it. In no backup.
    case none
    /// From the first unlock after a restart on.
    case untilFirstUnlock
}
