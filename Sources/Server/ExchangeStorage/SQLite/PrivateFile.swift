internal import Foundation

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
