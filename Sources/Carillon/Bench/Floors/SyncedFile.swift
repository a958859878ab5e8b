import Foundation

/// A file whose blocks are written over and synced one by one, as a database's log is that begins at its beginning again.
enum SyncedFile {
    private static let blockBytes = 4_096
    private static let blocks = 1_000

    /// How long each of so many writes took until it was on the disk, in milliseconds.
    ///
    /// - Parameter rest: how long nothing is written before each: some disks sleep at once.
    /// - Throws: `BenchError` when there is no room.
    static func writes(_ count: Int, after rest: Duration = .zero) async throws -> [Double] {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("carillon-bench-\(UUID().uuidString)")
            .path
        let file = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else { throw BenchError("\(path) cannot be written: \(String(cString: strerror(errno)))") }
        defer {
            _ = close(file)
            _ = unlink(path)
        }
        let block = [UInt8](repeating: 1, count: blockBytes)
        for index in 0..<blocks where pwrite(file, block, blockBytes, off_t(index * blockBytes)) != blockBytes {
            throw BenchError("there is no room for \(path)")
        }
        _ = fsync(file)
        var taken: [Double] = []
        for index in 0..<count {
            if rest > .zero { try await Task.sleep(for: rest) }
            let time = ContinuousClock().measure {
                _ = pwrite(file, block, blockBytes, off_t(index % blocks * blockBytes))
                sync(file)
            }
            taken.append(time.milliseconds)
        }
        return taken
    }

    private static func sync(_ file: Int32) {
        #if os(Linux)
            _ = fdatasync(file)
        #else
            _ = fcntl(file, F_FULLFSYNC)
        #endif
    }
}
