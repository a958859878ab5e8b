public import Foundation

/// Small files of the app's own, each replaced as a whole.
public protocol FileStore: Sendable {
    /// Reads a file.
    ///
    /// - Parameter sizeMax: the most bytes it may have.
    func read(_ name: String, sizeMax: Int) throws(FileStoreError) -> Data

    /// Puts these bytes in place of a file or makes it: whoever reads finds the old bytes or the new ones, whatever
    /// happens meanwhile.
    func replace(_ name: String, with bytes: Data, protection: FileProtectionClass) throws(FileStoreError)

    /// Gives a file another name, in place of one that has it.
    func rename(_ name: String, to other: String) throws(FileStoreError)
}

/// When a file can be read. Source: apple-contract C77 (stated by an Apple engineer), C78 (documented).
public enum FileProtectionClass: String, CaseIterable, Hashable, Sendable {
    /// Always: nothing personal may stand in it. In no backup.
    case none
    /// From the first unlock after a restart on.
    case untilFirstUnlock
}

/// Why a file could not be read or written.
public struct FileStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public enum Code: String, CaseIterable, Hashable, Sendable {
        /// There is no such file.
        case missing
        /// The file is there, and its protection keeps it closed until the device is unlocked.
        case locked
        /// More bytes than were asked for.
        case tooLarge
        /// Anything else.
        case failed
    }

    /// What went wrong.
    public let code: Code
    /// Details, safe to log.
    public let context: String

    /// Names a failure.
    public init(_ code: Code, _ context: String = "") {
        self.code = code
        self.context = context
    }

    public var description: String { context.isEmpty ? code.rawValue : "\(code.rawValue) (\(context))" }
}

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
