import Foundation

/// A folder that is gone after the test.
struct Folder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("carillon-storage-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    func path(_ name: String = "exchange.sqlite") -> String { url.appendingPathComponent(name).path }

    /// What a killed process would leave: the files as they are now, under another name.
    func crashImage(as name: String = "image.sqlite") throws -> String {
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path() + suffix, toPath: path(name) + suffix)
        }
        return path(name)
    }

    func remove() { try? FileManager.default.removeItem(at: url) }
}
