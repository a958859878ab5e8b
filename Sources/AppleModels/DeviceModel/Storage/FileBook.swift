/// The files of one app (C77, C78), in one folder.
///
/// Contents and names reach the disk apart. Contents are there when synchronized; names when the folder is, and in the
/// order in which they changed. Both also after ``settle()``. ``powerFailed(_:)`` chooses what of the rest is lost.
public struct FileBook: Hashable, Sendable {
    /// The most files. It bounds the model.
    public static let fileCountMax = 64
    /// The most bytes of one file. It bounds the model.
    public static let fileBytesMax = 1 << 20
    /// The most changes of names that the system keeps to itself; older ones it has brought onto the disk.
    public static let changeCountMax = 16

    /// What a process finds under each name.
    private var folder: [String: Int] = [:]
    /// The folder before each change that need not be on the disk, the oldest first.
    private var earlier: [[String: Int]] = []
    /// The files, also those that only an earlier folder names.
    private var stored: [Int: StoredFile] = [:]
    private var lastID = 0

    public init() {}

    /// By path.
    public var files: [StoredFile] {
        folder.sorted { $0.key < $1.key }.compactMap { path, id in
            guard var file = stored[id] else { return nil }
            file.path = path
            return file
        }
    }

    /// What a file contains.
    public func read(_ path: String, lock: LockState) -> Result<[UInt8], FileError> {
        guard let file = folder[path].flatMap({ stored[$0] }) else { return .failure(.noSuchFile) }
        guard file.protection.isReachable(lock) else { return .failure(.noPermission) }
        return .success(file.contents)
    }

    /// Takes one step. Renaming and removing need no key.
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

    /// Takes all the steps of a write, up to the first that fails.
    public mutating func write(
        _ contents: [UInt8], to path: String, _ protection: FileProtection = .untilFirstUnlock,
        manner: WriteManner = .synchronizedAndRenamed, lock: LockState
    ) -> Result<Void, FileError> {
        for step in manner.steps(writing: contents, to: path, protection) {
            if case .failure(let error) = perform(step, lock: lock) { return .failure(error) }
        }
        return .success(())
    }

    /// Enough time passes for the system to bring everything onto the disk by itself.
    public mutating func settle() {
        for id in stored.keys { stored[id]?.synchronize() }
        forgetEarlierFolders()
    }

    /// The power fails, or the system crashes. The end of a process changes nothing here, and needs no function.
    public mutating func powerFailed(_ loss: PowerLoss = PowerLoss()) {
        if !loss.keepsNames, let oldest = earlier.first { folder = oldest }
        for id in stored.keys { stored[id]?.lose(loss.contents) }
        forgetEarlierFolders()
    }

    /// The app is deleted from the phone, and its files with it (C76).
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
        guard folder.count < FileBook.fileCountMax else { return .failure(.noSpace) }
        lastID += 1
        stored[lastID] = StoredFile(path: path, protection: protection, contents: [], durable: [])
        changeFolder { $0[path] = $1 }
        return .success(())
    }

    private mutating func append(_ bytes: [UInt8], to path: String, _ lock: LockState) -> Result<Void, FileError> {
        guard let id = folder[path], let file = stored[id] else { return .failure(.noSuchFile) }
        guard file.protection.isReachable(lock) else { return .failure(.noPermission) }
        guard file.contents.count + bytes.count <= FileBook.fileBytesMax else { return .failure(.noSpace) }
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
        if earlier.count > FileBook.changeCountMax { earlier.removeFirst() }
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

/// How contents are brought into a file.
public enum WriteManner: String, Hashable, Sendable, CaseIterable {
    /// Empty the file, then write: a reader after a crash may find half.
    case inPlace
    /// Write beside it and rename (`Data.write(options: .atomic)`): after a crash of the process the old or the new
    /// contents, after a failure of power perhaps none.
    case renamed
    /// As `renamed`, with the contents on the disk before the rename, and the rename before the end: the old or the new
    /// contents, whatever happens, and the new ones once it is done.
    case synchronizedAndRenamed

    /// The steps to take, in order. Contents are written in two parts, so that a write can be torn.
    public func steps(writing contents: [UInt8], to path: String, _ protection: FileProtection) -> [FileStep] {
        let target = self == .inPlace ? path : path + WriteManner.besideSuffix
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

    /// What the file beside the real one is called.
    public static let besideSuffix = ".new"
}

/// When a file's contents can be read and written.
public enum FileProtection: String, Hashable, Sendable, CaseIterable {
    /// Always, even before the first unlock (`NSFileProtectionNone`).
    case none
    /// From the first unlock to the next restart (`…CompleteUntilFirstUserAuthentication`). The default.
    case untilFirstUnlock
    /// While the phone is unlocked (`NSFileProtectionComplete`).
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

/// Why a file cannot be used.
public enum FileError: Error, Hashable, Sendable {
    /// There is no such file.
    case noSuchFile
    /// The phone does not have the key of the file's class in its present lock state.
    case noPermission
    /// Beyond the model's bounds.
    case noSpace
}

/// What is lost of that which nobody brought onto the disk. Any mixture may happen; these are the worst of each kind.
public struct PowerLoss: Hashable, Sendable, CaseIterable {
    /// What becomes of contents that were not synchronized.
    public enum Contents: String, Hashable, Sendable, CaseIterable {
        /// None of them are there.
        case unsynchronized
        /// The first half is there.
        case half
    }

    /// What becomes of contents.
    public var contents: Contents
    /// Whether the names are as they were last changed, or as they were when the folder was last synchronized.
    public var keepsNames: Bool

    public init(_ contents: Contents = .unsynchronized, keepsNames: Bool = true) {
        self.contents = contents
        self.keepsNames = keepsNames
    }

    public static let allCases = [true, false].flatMap { keepsNames in
        Contents.allCases.map { PowerLoss($0, keepsNames: keepsNames) }
    }
}
