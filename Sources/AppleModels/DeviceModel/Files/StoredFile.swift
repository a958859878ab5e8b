/// A file: what a process reads in it, and what would be left of it if the power failed now.
public struct StoredFile: Hashable, Sendable {
    public internal(set) var path: String
    public internal(set) var protection: FileProtection
    /// What a process reads.
    public internal(set) var contents: [UInt8]
    /// What is on the disk for certain.
    public internal(set) var durable: [UInt8]

    mutating func synchronize() { durable = contents }

    mutating func lose(_ loss: PowerLoss.Contents) {
        switch loss {
        case .unsynchronized: contents = durable
        case .half where contents != durable: contents = Array(contents[..<(contents.count / 2)])
        case .half: break
        }
        durable = contents
    }
}
