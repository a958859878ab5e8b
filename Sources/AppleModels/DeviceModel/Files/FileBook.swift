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
