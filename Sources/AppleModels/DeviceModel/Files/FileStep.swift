/// One of the steps a write is made of. A process can die, and the power fail, between any two.
public enum FileStep: Hashable, Sendable {
    /// Makes the file, or empties it.
    case truncate(path: String, FileProtection)
    /// Writes at the end.
    case append(path: String, [UInt8])
    /// Waits until the contents are on the disk (`fsync`; Apple's disks need `F_FULLFSYNC`).
    case synchronize(path: String)
    /// Puts the file in the place of another, which no reader sees half done.
    case rename(from: String, to: String)
    /// Removes it.
    case remove(path: String)
    /// Waits until all names are on the disk (`fsync` of the folder).
    case synchronizeFolder
}
