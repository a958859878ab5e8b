internal import Foundation
internal import Synchronization

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
