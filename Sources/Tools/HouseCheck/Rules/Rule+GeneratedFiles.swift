import CallModelArtifacts
import Foundation

extension Rule {
    /// Files made from the call machine: `make generated` writes them anew.
    static let generatedFiles = Rule(name: "generated files are as the machine says") { _ in
        CallModelArtifacts.all().compactMap { path, contents in
            let there = try? String(contentsOfFile: path, encoding: .utf8)
            guard there != contents else { return nil }
            return Finding(
                path: path, line: nil,
                message: there == nil ? "missing: run `make generated`" : "stale: run `make generated`")
        }
    }

    static func writeGeneratedFiles() throws {
        for (path, contents) in CallModelArtifacts.all() {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try contents.write(toFile: path, atomically: true, encoding: .utf8)
        }
    }
}
