/// A file: what a process reads in it, and what would be left of it if the power failed now.
public struct StoredFile: Hashable, Sendable {
    public let path: String
    public internal(set) var protection: FileProtection
    /// What a process reads.
    public internal(set) var contents: [UInt8]
    /// What is on the disk. Nil when even the file's existence is not.
    public internal(set) var durable: [UInt8]?
}
