import Foundation

/// A folder that is gone after the test.
struct Folder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("carillon-storage-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    func path(_ name: String = "exchange.sqlite") -> String { url.appendingPathComponent(name).path }

    /// What a killed process would leave: a database's files as they are now, under another name; whatever had that name
    /// is gone.
    func crashImage(of original: String = "exchange.sqlite", as name: String = "image.sqlite") throws -> String {
        for suffix in ["-shm", "-wal", ""] { try? FileManager.default.removeItem(atPath: path(name) + suffix) }
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path(original) + suffix, toPath: path(name) + suffix)
        }
        return path(name)
    }

    func remove() { try? FileManager.default.removeItem(at: url) }
}
