public import Foundation

/// Stores small files of the app, each of which is replaced as a whole.
public protocol FileStore: Sendable {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - name: the file's name, without a folder.
    ///   - sizeMax: the most bytes it may have.
    /// - Throws: `missing`; `locked` if the file's protection does not allow reading now; `tooLarge`; `failed`.
    func read(_ name: String, sizeMax: Int) throws(FileStoreError) -> Data

    /// Replaces the bytes of a file, or makes the file. A reader finds either the old bytes or the new ones, even after
    /// a crash or a power cut.
    ///
    /// - Throws: `locked` if the protection does not allow writing now; `failed`. The file then has the old
    ///   bytes or the new ones.
    func replace(_ name: String, with bytes: Data, protection: FileProtectionClass) throws(FileStoreError)

    /// Renames a file. Replaces a file that has the other name.
    ///
    /// - Throws: `missing`; `locked`; `failed`.
    func rename(_ name: String, to other: String) throws(FileStoreError)
}

/// The time from which a file can be read. Source: C77 (stated by an Apple engineer), C78 (documented).
public enum FileProtectionClass: String, CaseIterable, Hashable, Sendable {
    /// The file can always be read. It must not contain personal data, and is in no backup.
    case none
    /// The file can be read after the first unlock since a restart.
    case untilFirstUnlock
}

/// A failure to read or write a file.
public struct FileStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: String, CaseIterable, Hashable, Sendable {
        /// There is no such file.
        case missing
        /// The file exists, but its protection keeps it closed until the device is unlocked.
        case locked
        /// The file has more bytes than the reader allows.
        case tooLarge
        /// Anything else.
        case failed
    }

    /// The kind of failure.
    public let code: Code
    /// Details, safe to log.
    public let context: String

    /// Makes a failure.
    public init(_ code: Code, _ context: String = "") {
        self.code = code
        self.context = context
    }

    public var description: String { context.isEmpty ? code.rawValue : "\(code.rawValue) (\(context))" }
}

/// Stores files in one folder of the app's container. A change is on the disk before its call returns.
///
/// A new file is written beside the one it replaces, synchronized to the disk, and only then renamed. So a power cut
/// between any two steps leaves the old bytes or the new ones. Without the two synchronizations the rename could reach
/// the disk before the bytes do, and data that was reported as stored could be lost.
public struct SystemFileStore: FileStore {
    /// The suffix of a file while it is written. The next write removes one that a dead process left.
    package static let besideSuffix = ".new"
    private let files: any FileSystem

    /// Makes a store in a folder. The folder is made at the first write.
    public init(folder: URL) {
        self.init(SystemFolder(folder))
    }

    /// Makes a store over another file system.
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
            // on purpose: this frees space on a full disk; the old bytes stay valid even if the removal fails
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
