internal import Foundation
internal import Synchronization

/// The files of an SQLite database: the database, its log, and the index of the log.
public struct DatabaseFiles: Sendable {
    /// The files reveal the calls of all users, so only the exchange's own user may access them.
    static let mode: mode_t = 0o600

    /// The path of the database itself, with links resolved.
    public let path: String

    public init(path: String) {
        self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }

    /// Whether there is no data yet.
    public var areNew: Bool { [path, path + "-wal"].allSatisfy { Self.size(of: $0) == 0 } }

    private static func size(of path: String) -> Int64 {
        var found = stat()
        return stat(path, &found) == 0 ? Int64(found.st_size) : 0
    }

    /// Creates the database's file if it is missing, and removes other users' rights to all the files. SQLite creates
    /// the other files with the rights of the first.
    ///
    /// - Throws: `StorageError` when a file cannot be created or belongs to another user.
    func keepPrivate() throws(StorageError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, Self.mode)
        // SQLite explains better than an error number why it cannot open a file.
        if descriptor >= 0 { _ = close(descriptor) }
        for file in [path, path + "-wal", path + "-shm"] {
            var found = stat()
            guard stat(file, &found) == 0, found.st_mode & 0o077 != 0, found.st_mode & S_IFMT == S_IFREG else {
                continue
            }
            guard chmod(file, Self.mode) == 0 else {
                throw StorageError(.open, "other users can read \(file), which this user does not own: chmod 600 it")
            }
        }
    }
}

/// Keeps a second exchange away from a database by an advisory lock on a file beside it.
///
/// It does not lock the database's own file, because closing any descriptor of that in this process would drop SQLite's
/// locks. The lock file stays after the lock is released: if it were removed, one process could hold the old file and
/// another the new one.
final class DatabaseLock: Sendable {
    private let descriptor: Mutex<Int32?>

    /// - Throws: `StorageError` when this or another process holds the lock, or the file cannot be created.
    init(beside path: String) throws(StorageError) {
        let file = Self.path(beside: path)
        let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StorageError(.open, "\(file): \(Self.reason(errno))") }
        _ = fchmod(descriptor, 0o600)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let number = errno
            _ = Foundation.close(descriptor)
            guard number == EWOULDBLOCK else { throw StorageError(.open, "\(file): \(Self.reason(number))") }
            throw StorageError(
                .inUse,
                "it is in use by another exchange, which holds \(file); stop that one, or give this one a file of its own"
            )
        }
        self.descriptor = Mutex(descriptor)
    }

    deinit { release() }

    /// Releases the lock. The kernel does the same when the process dies.
    func release() {
        descriptor.withLock { descriptor in
            if let number = descriptor {
                // A starting child process holds a copy of the descriptor until it executes its program, so closing
                // ours is not enough.
                _ = flock(number, LOCK_UN)
                _ = Foundation.close(number)
            }
            descriptor = nil
        }
    }

    /// The lock's path beside the database itself, with links resolved.
    private static func path(beside path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path + ".lock"
    }

    private static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}

/// A small file that only its user may read, such as a key.
public enum PrivateFile {
    /// The result of reading a path.
    public enum Found: Hashable, Sendable {
        case nothing
        case bytes([UInt8])
        /// The file has another size than requested or reported, in bytes.
        case otherSize(Int)
        /// A folder, a pipe or the like.
        case noFile
        case readableByOthers
        /// The system's reason.
        case unreadable(String)
    }

    /// - Parameter count: the size that the file must have, in bytes.
    public static func read(_ path: String, count: Int) -> Found {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let (number, reason) = (errno, Self.reason)
            return number == ENOENT && !isLink(path) ? .nothing : .unreadable(reason)
        }
        defer { _ = close(descriptor) }
        var found = stat()
        guard fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { return .noFile }
        guard found.st_mode & 0o077 == 0 else { return .readableByOthers }
        guard found.st_size == count else { return .otherSize(Int(found.st_size)) }
        var bytes = [UInt8](repeating: 0, count: count)
        let number = bytes.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
        return number == count ? .bytes(bytes) : .otherSize(max(number, 0))
    }

    /// Creates a new file, and returns once it is on the disk.
    ///
    /// - Returns: the system's reason for a failure; nil for success.
    public static func make(_ path: String, _ bytes: [UInt8]) -> String? {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return reason }
        let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        let isSynced = count == bytes.count && fsync(descriptor) == 0
        let reason = reason
        _ = close(descriptor)
        guard isSynced else {
            _ = unlink(path)
            return reason
        }
        return nil
    }

    /// Whether the path is a link, even to a missing file.
    private static func isLink(_ path: String) -> Bool {
        var found = stat()
        return lstat(path, &found) == 0
    }

    private static var reason: String { String(cString: strerror(errno)) }
}
