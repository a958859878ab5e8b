/// Figures of keychain, files and defaults.
public struct StoragePolicy: Hashable, Sendable {
    /// C74: the class of an item that names none.
    public var defaultAccessibility = KeychainAccessibility.whenUnlocked
    /// C76: whether items survive the deletion of their app.
    public var keychainSurvivesDeletion = true
    /// C77: whether defaults read before the first unlock stay empty in that process.
    public var emptyDefaultsStay = true
    /// C77: whether defaults written before the first unlock are lost.
    public var earlyDefaultsWritesAreLost = true

    public init() {}
}
