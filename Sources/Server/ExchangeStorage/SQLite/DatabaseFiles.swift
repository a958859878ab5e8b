internal import Foundation

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
