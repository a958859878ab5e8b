/// The files of one app (C77, C78), in one folder.
///
/// Contents and names reach the disk separately. Contents are on the disk once the file is synchronized; names are once
/// the folder is synchronized, in the order in which they changed. After ``settle()`` both are. ``powerFailed(_:)``
/// decides which of the other changes are lost.
public struct AppFileSystem: Hashable, Sendable {
    /// The most files. It bounds the model.
    public static let fileCountMax = 64
    /// The most bytes of one file. It bounds the model.
    public static let fileBytesMax = 1 << 20
    /// The most changes of names that the system keeps in memory. It has written older ones to the disk.
    public static let changeCountMax = 16

    /// The file that a process finds under each name.
    private var folder: [String: Int] = [:]
    /// The folder before each change that may not be on the disk yet, the oldest first.
    private var earlier: [[String: Int]] = []
    /// The files by number, including files that only an earlier folder names.
    private var stored: [Int: StoredFile] = [:]
    private var lastID = 0

    public init() {}

    /// All files, sorted by path.
    public var files: [StoredFile] {
        folder.sorted { $0.key < $1.key }.compactMap { path, id in
            guard var file = stored[id] else { return nil }
            file.path = path
            return file
        }
    }

    /// Reads a file's contents.
    public func read(_ path: String, lock: LockState) -> Result<[UInt8], FileError> {
        guard let file = folder[path].flatMap({ stored[$0] }) else { return .failure(.noSuchFile) }
        guard file.protection.isReachable(lock) else { return .failure(.noPermission) }
        return .success(file.contents)
    }

    /// Performs one step of a write. Renaming and removing need no key.
    public mutating func perform(_ step: FileStep, lock: LockState) -> Result<Void, FileError> {
        switch step {
        case .truncate(let path, let protection): truncate(path, protection, lock)
        case .append(let path, let bytes): append(bytes, to: path, lock)
        case .synchronize(let path): synchronize(path)
        case .rename(let from, let to): rename(from, to)
        case .remove(let path): remove(path)
        case .synchronizeFolder: synchronizeFolder()
        }
    }

    /// Performs all steps of a write, up to the first that fails.
    public mutating func write(
        _ contents: [UInt8], to path: String, _ protection: FileProtection = .untilFirstUnlock,
        manner: WriteMode = .synchronizedAndRenamed, lock: LockState
    ) -> Result<Void, FileError> {
        for step in manner.steps(writing: contents, to: path, protection) {
            if case .failure(let error) = perform(step, lock: lock) { return .failure(error) }
        }
        return .success(())
    }

    /// Writes everything to the disk, as the system does by itself after some time.
    public mutating func settle() {
        for id in stored.keys { stored[id]?.synchronize() }
        forgetEarlierFolders()
    }

    /// Applies a power failure or a crash of the system. The end of a process loses nothing, so no function exists for
    /// it.
    public mutating func powerFailed(_ loss: PowerFailure = PowerFailure()) {
        if !loss.keepsNames, let oldest = earlier.first { folder = oldest }
        for id in stored.keys { stored[id]?.lose(loss.contents) }
        forgetEarlierFolders()
    }

    /// Deletes all files, as the app is deleted from the phone (C76).
    public mutating func appDeleted() {
        folder = [:]
        forgetEarlierFolders()
    }

    private mutating func truncate(_ path: String, _ protection: FileProtection, _ lock: LockState)
        -> Result<Void, FileError>
    {
        if let id = folder[path], let file = stored[id] {
            guard file.protection.isReachable(lock), protection.isReachable(lock) else {
                return .failure(.noPermission)
            }
            stored[id]?.contents = []
            stored[id]?.protection = protection
            return .success(())
        }
        guard protection.isReachable(lock) else { return .failure(.noPermission) }
        guard folder.count < AppFileSystem.fileCountMax else { return .failure(.noSpace) }
        lastID += 1
        stored[lastID] = StoredFile(path: path, protection: protection, contents: [], durable: [])
        changeFolder { $0[path] = $1 }
        return .success(())
    }

    private mutating func append(_ bytes: [UInt8], to path: String, _ lock: LockState) -> Result<Void, FileError> {
        guard let id = folder[path], let file = stored[id] else { return .failure(.noSuchFile) }
        guard file.protection.isReachable(lock) else { return .failure(.noPermission) }
        guard file.contents.count + bytes.count <= AppFileSystem.fileBytesMax else { return .failure(.noSpace) }
        stored[id]?.contents += bytes
        return .success(())
    }

    private mutating func synchronize(_ path: String) -> Result<Void, FileError> {
        guard let id = folder[path] else { return .failure(.noSuchFile) }
        stored[id]?.synchronize()
        return .success(())
    }

    private mutating func rename(_ from: String, _ to: String) -> Result<Void, FileError> {
        guard let id = folder[from] else { return .failure(.noSuchFile) }
        changeFolder { folder, _ in
            folder[from] = nil
            folder[to] = id
        }
        return .success(())
    }

    private mutating func remove(_ path: String) -> Result<Void, FileError> {
        guard folder[path] != nil else { return .failure(.noSuchFile) }
        changeFolder { folder, _ in folder[path] = nil }
        return .success(())
    }

    private mutating func synchronizeFolder() -> Result<Void, FileError> {
        forgetEarlierFolders()
        return .success(())
    }

    private mutating func changeFolder(_ body: (inout [String: Int], Int) -> Void) {
        earlier.append(folder)
        if earlier.count > AppFileSystem.changeCountMax { earlier.removeFirst() }
        body(&folder, lastID)
        forgetUnnamedFiles()
    }

    private mutating func forgetEarlierFolders() {
        earlier = []
        forgetUnnamedFiles()
    }

    private mutating func forgetUnnamedFiles() {
        let named = Set(folder.values).union(earlier.flatMap(\.values))
        stored = stored.filter { named.contains($0.key) }
    }
}

/// A file, with the contents that a process reads and the contents that are on the disk.
public struct StoredFile: Hashable, Sendable {
    /// The path within the app's container.
    public internal(set) var path: String
    /// The class of data protection, which decides when the file can be read.
    public internal(set) var protection: FileProtection
    /// The contents that a process reads.
    public internal(set) var contents: [UInt8]
    /// The contents that are certainly on the disk.
    public internal(set) var durable: [UInt8]

    mutating func synchronize() { durable = contents }

    mutating func lose(_ loss: PowerFailure.Contents) {
        switch loss {
        case .unsynchronized: contents = durable
        case .half where contents != durable: contents = Array(contents[..<(contents.count / 2)])
        case .half: break
        }
        durable = contents
    }
}

/// One step of a write. A process can die and the power can fail between any two steps.
public enum FileStep: Hashable, Sendable {
    /// Creates the file, or empties it.
    case truncate(path: String, FileProtection)
    /// Appends bytes to the file.
    case append(path: String, [UInt8])
    /// Waits until the file's contents are on the disk (`fsync`; Apple's disks need `F_FULLFSYNC`).
    case synchronize(path: String)
    /// Renames the file over another one. No reader sees an intermediate state.
    case rename(from: String, to: String)
    /// Removes the file.
    case remove(path: String)
    /// Waits until all names are on the disk (`fsync` of the folder).
    case synchronizeFolder
}

/// How contents are written to a file.
public enum WriteMode: String, Hashable, Sendable, CaseIterable {
    /// Empty the file, then write. After a crash a reader may find half of the contents.
    case inPlace
    /// Write a second file and rename it (`Data.write(options: .atomic)`). After a crash of the process a reader finds
    /// the old or the new contents; after a power failure it may find none.
    case renamed
    /// As `renamed`, but the contents are on the disk before the rename, and the rename is on the disk before the end.
    /// A reader always finds the old or the new contents, and the new ones once the write is finished.
    case synchronizedAndRenamed

    /// The steps of the write, in order. Contents are written in two parts, so that a write can be interrupted halfway.
    public func steps(writing contents: [UInt8], to path: String, _ protection: FileProtection) -> [FileStep] {
        let target = self == .inPlace ? path : path + WriteMode.besideSuffix
        let half = contents.count / 2
        var steps: [FileStep] = [
            .truncate(path: target, protection),
            .append(path: target, Array(contents[..<half])),
            .append(path: target, Array(contents[half...])),
        ]
        if self == .synchronizedAndRenamed { steps.append(.synchronize(path: target)) }
        if self != .inPlace { steps.append(.rename(from: target, to: path)) }
        if self == .synchronizedAndRenamed { steps.append(.synchronizeFolder) }
        return steps
    }

    /// The suffix of the second file's name.
    public static let besideSuffix = ".new"
}

/// When a file's contents can be read and written.
public enum FileProtection: String, Hashable, Sendable, CaseIterable {
    /// The file is always accessible, even before the first unlock (`NSFileProtectionNone`).
    case none
    /// The file is accessible from the first unlock to the next restart (`…CompleteUntilFirstUserAuthentication`). The
    /// default.
    case untilFirstUnlock
    /// The file is accessible while the phone is unlocked (`NSFileProtectionComplete`).
    case complete

    /// Whether the phone has the key of this class in memory.
    public func isReachable(_ lock: LockState) -> Bool {
        switch self {
        case .none: true
        case .untilFirstUnlock: lock != .beforeFirstUnlock
        case .complete: lock == .unlocked
        }
    }
}

/// The reason why a file cannot be used.
public enum FileError: Error, Hashable, Sendable {
    /// The file does not exist.
    case noSuchFile
    /// The phone does not have the key of the file's class in its present lock state.
    case noPermission
    /// The model's bounds are exceeded.
    case noSpace
}

/// The effect of a power failure on changes that are not on the disk yet. A real failure may mix these outcomes; these
/// are the worst of each kind.
public struct PowerFailure: Hashable, Sendable, CaseIterable {
    /// The effect of a power failure on contents that were not synchronized.
    public enum Contents: String, Hashable, Sendable, CaseIterable {
        /// None of the new contents are left.
        case unsynchronized
        /// The first half of the new contents is left.
        case half
    }

    /// The effect on contents that were not synchronized.
    public var contents: Contents
    /// Whether changes of names survive. Otherwise the names are as they were when the folder was last synchronized.
    public var keepsNames: Bool

    public init(_ contents: Contents = .unsynchronized, keepsNames: Bool = true) {
        self.contents = contents
        self.keepsNames = keepsNames
    }

    /// Every content with and without the changes of names.
    public static let allCases = [true, false].flatMap { keepsNames in
        Contents.allCases.map { PowerFailure($0, keepsNames: keepsNames) }
    }
}
