import Foundation

/// A place for a database that is gone after the test.
struct Scratch {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("carillon-server-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    var path: String { folder.appendingPathComponent("exchange.sqlite").path }

    /// What a killed process would leave: the files as they are now, under another name.
    func crashImage() throws -> String {
        let image = folder.appendingPathComponent("image.sqlite").path
        for suffix in ["", "-wal", ".key"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: image + suffix)
        }
        return image
    }

    /// Everything that is written here.
    func bytes() throws -> [UInt8] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().flatMap { name in
            [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
        }
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}
