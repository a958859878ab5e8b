import ExchangeServer
import Foundation
import Testing

// The exchange dies, and another takes its place.

extension PublicScene {
    static func makeFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("carillon-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// What a killed process would leave: the files as they are now, under another name.
    static func crashImage(of path: String) throws -> String {
        let image = path + ".image"
        for suffix in ["", "-wal", ".key"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: image + suffix)
        }
        return image
    }
}
