/// Why a file cannot be used.
public enum FileError: Error, Hashable, Sendable {
    /// There is no such file.
    case noSuchFile
    /// The phone does not have the key of the file's class in its present lock state.
    case noPermission
    /// Beyond the model's bounds.
    case noSpace
}
