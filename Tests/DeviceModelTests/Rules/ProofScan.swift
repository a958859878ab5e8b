import DeviceModel
import Foundation

/// Reads the sources of the tests for the rules they say they prove.
struct ProofScan {
    /// Rule numbers by the file that proves them, as far as a file proves any.
    let rulesByFile: [(file: String, numbers: [Int])]

    init(ofFoldersBeside file: String = #filePath) {
        let tests = URL(fileURLWithPath: file).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let files = ["DeviceModelTests", "AppleModelsTests"].flatMap { folder in
            ProofScan.sources(in: tests.appendingPathComponent(folder))
        }
        rulesByFile = files.compactMap { url in
            guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
            let numbers = ProofScan.numbers(in: text)
            return numbers.isEmpty ? nil : (url.lastPathComponent, numbers)
        }
    }

    var provenNumbers: Set<Int> { Set(rulesByFile.flatMap(\.numbers)) }

    /// The numbers in every `.proves(.c1, .c2)` of a text that stands in an attribute.
    static func numbers(in text: String) -> [Int] {
        text.matches(of: /\.proves\(([^)]*)\)/).flatMap { proof in
            proof.output.1.matches(of: /\.c(\d+)/).compactMap { Int($0.output.1) }
        }
    }

    private static func sources(in folder: URL) -> [URL] {
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (all?.compactMap { $0 as? URL } ?? [])
            .filter { $0.pathExtension == "swift" && !$0.path.contains("/Rules/") }
            .sorted { $0.path < $1.path }
    }
}
