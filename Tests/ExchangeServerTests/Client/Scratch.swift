import Foundation

/// A place for a database that is gone after the test.
struct Scratch {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("carillon-server-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    var path: String { folder.appendingPathComponent("exchange.sqlite").path }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}
