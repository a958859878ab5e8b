/// The files of one app (C77, C78).
///
/// A rename is on the disk at once, contents only when synchronized or after ``settle()``: the worst a journaling file
/// system may do.
public struct FileBook: Hashable, Sendable {
    /// The most files. It bounds the model.
    public static let fileCountMax = 64
    /// The most bytes of one file. It bounds the model.
    public static let fileBytesMax = 1 << 20

    /// By path.
    public private(set) var files: [StoredFile] = []

    public init() {}

    /// What a file contains.
    public func read(_ path: String, lock: LockState) -> Result<[UInt8], FileError> {
        guard let file = files.first(where: { $0.path == path }) else { return .failure(.noSuchFile) }
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
        for index in files.indices { files[index].durable = files[index].contents }
    }

    /// The power fails, or the system crashes. The end of a process changes nothing here, and needs no function.
    public mutating func powerFailed() {
        files = files.compactMap { file in
            guard let durable = file.durable else { return nil }
            var file = file
            file.contents = durable
            return file
        }
    }

    /// The app is deleted from the phone, and its files with it (C76).
    public mutating func appDeleted() {
        files.removeAll()
    }

    private mutating func truncate(_ path: String, _ protection: FileProtection, _ lock: LockState)
        -> Result<Void, FileError>
    {
        if let index = index(of: path) {
            guard files[index].protection.isReachable(lock), protection.isReachable(lock) else {
                return .failure(.noPermission)
            }
            files[index].contents = []
            files[index].protection = protection
            return .success(())
        }
        guard protection.isReachable(lock) else { return .failure(.noPermission) }
        guard files.count < FileBook.fileCountMax else { return .failure(.noSpace) }
        insert(StoredFile(path: path, protection: protection, contents: [], durable: nil))
        return .success(())
    }

    private mutating func append(_ bytes: [UInt8], to path: String, _ lock: LockState) -> Result<Void, FileError> {
        guard let index = index(of: path) else { return .failure(.noSuchFile) }
        guard files[index].protection.isReachable(lock) else { return .failure(.noPermission) }
        guard files[index].contents.count + bytes.count <= FileBook.fileBytesMax else { return .failure(.noSpace) }
        files[index].contents += bytes
        return .success(())
    }

    private mutating func synchronize(_ path: String) -> Result<Void, FileError> {
        guard let index = index(of: path) else { return .failure(.noSuchFile) }
        files[index].durable = files[index].contents
        return .success(())
    }

    private mutating func rename(_ from: String, _ to: String) -> Result<Void, FileError> {
        guard let index = index(of: from) else { return .failure(.noSuchFile) }
        let file = files.remove(at: index)
        files.removeAll { $0.path == to }
        insert(
            StoredFile(
                path: to, protection: file.protection, contents: file.contents, durable: file.durable ?? []))
        return .success(())
    }

    private mutating func remove(_ path: String) -> Result<Void, FileError> {
        guard let index = index(of: path) else { return .failure(.noSuchFile) }
        files.remove(at: index)
        return .success(())
    }

    private func index(of path: String) -> Int? {
        files.firstIndex { $0.path == path }
    }

    private mutating func insert(_ file: StoredFile) {
        files.insert(file, at: files.firstIndex { $0.path > file.path } ?? files.endIndex)
    }
}
