public import Foundation

/// Files in one folder of the app's container, each on the disk before a call that changes it returns.
///
/// A file is written beside the one it replaces, brought onto the disk, and only then renamed. So a power cut between any
/// two steps leaves the old bytes or the new ones. Without the two synchronizations a rename may reach the disk before
/// the bytes do, and what was reported as stored may be gone.
public struct SystemFileStore: FileStore {
    /// What a file is called while it is written. One that a dead process left is removed by the next write.
    package static let besideSuffix = ".new"
    private let files: any FileSystem

    /// A store in a folder, which is made when it is first written to.
    public init(folder: URL) {
        self.init(SystemFolder(folder))
    }

    /// A store over the calls of another file system.
    public init(_ files: any FileSystem) {
        self.files = files
    }

    public func read(_ name: String, sizeMax: Int) throws(FileStoreError) -> Data {
        try files.read(name, sizeMax: sizeMax)
    }

    public func replace(_ name: String, with bytes: Data, protection: FileProtectionClass) throws(FileStoreError) {
        let beside = name + Self.besideSuffix
        try removeIfThere(beside)
        do throws(FileStoreError) {
            try files.create(beside, protection: protection)
            try files.append(bytes, to: beside)
            try files.synchronize(beside)
            try files.rename(beside, to: name)
        } catch {
            // on purpose: a full disk gets its space back, and the old bytes stay what counts.
            try? files.remove(beside)
            throw error
        }
        try files.synchronizeFolder()
    }

    public func rename(_ name: String, to other: String) throws(FileStoreError) {
        try files.rename(name, to: other)
        try files.synchronizeFolder()
    }

    private func removeIfThere(_ name: String) throws(FileStoreError) {
        do throws(FileStoreError) {
            try files.remove(name)
        } catch {
            guard error.code == .missing else { throw error }
        }
    }
}
