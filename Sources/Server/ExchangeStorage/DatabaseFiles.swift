internal import Foundation
internal import Synchronization

/// The files of a database in SQLite: itself, its log and the index of that.
public struct DatabaseFiles: Sendable {
    /// Who reads one reads everybody's calls: the exchange's own user alone may.
    static let mode: mode_t = 0o600

    /// The database's own, whatever links lead to it.
    public let path: String

    public init(path: String) {
        self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }

    /// Whether there is nothing yet: an exchange that starts here starts from nothing.
    public var areNew: Bool { [path, path + "-wal"].allSatisfy { Self.size(of: $0) == 0 } }

    private static func size(of path: String) -> Int64 {
        var found = stat()
        return stat(path, &found) == 0 ? Int64(found.st_size) : 0
    }

    /// Makes the database's file where there is none, and takes other users' rights to any of them away. SQLite makes the
    /// others with the rights of the first.
    ///
    /// - Throws: `StorageError` when there is one that cannot be made or is another user's.
    func keepPrivate() throws(StorageError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, Self.mode)
        // SQLite says better than a number what is wrong with a file that it cannot open.
        if descriptor >= 0 { _ = close(descriptor) }
        for file in [path, path + "-wal", path + "-shm"] {
            var found = stat()
            guard stat(file, &found) == 0, found.st_mode & 0o077 != 0, found.st_mode & S_IFMT == S_IFREG else {
                continue
            }
            guard chmod(file, Self.mode) == 0 else {
                throw StorageError(.open, "\(file) can be read by other users, and is not this one's: chmod 600 it")
            }
        }
    }
}

/// What keeps a second exchange away from a database: an advisory lock on a file beside it.
///
/// Not on the database's own file: whoever closes any descriptor of that in this process drops SQLite's locks with it.
/// The lock file stays when the lock is let go: were it removed, one process could hold the old file and one the new.
final class DatabaseLock: Sendable {
    private let descriptor: Mutex<Int32?>

    /// - Throws: `StorageError` when another holds it, in this process or any other, or the file cannot be made.
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

    /// Lets others in. The kernel does the same when the process dies, however it dies.
    func release() {
        descriptor.withLock { descriptor in
            if let number = descriptor {
                // A child being started has a copy of it until it is replaced by its program: closing ours is not enough.
                _ = flock(number, LOCK_UN)
                _ = Foundation.close(number)
            }
            descriptor = nil
        }
    }

    /// Of the database itself, whatever links lead to it.
    private static func path(beside path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path + ".lock"
    }

    private static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}

/// A small file that is its user's alone, such as a key.
public enum PrivateFile {
    /// What is found at a path.
    public enum Found: Hashable, Sendable {
        case nothing
        case bytes([UInt8])
        /// Larger than was asked for, or smaller than it says; so many bytes.
        case otherSize(Int)
        /// A folder, a pipe or the like.
        case noFile
        case readableByOthers
        /// With the system's reason.
        case unreadable(String)
    }

    /// - Parameter count: how many bytes it must have.
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

    /// Makes a file that is not there yet, and returns once it is on the disk.
    ///
    /// - Returns: what keeps it from being made, in the system's words; nil: it is there.
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

    /// Whether there is a link, though it leads to nothing.
    private static func isLink(_ path: String) -> Bool {
        var found = stat()
        return lstat(path, &found) == 0
    }

    private static var reason: String { String(cString: strerror(errno)) }
}
