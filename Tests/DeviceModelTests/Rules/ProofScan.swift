import DeviceModel
import Foundation

/// Reads the sources of tests for the rules they say they prove, or heed.
struct ProofScan {
    /// Rule numbers by the file that proves them, as far as a file proves any.
    let rulesByFile: [(file: String, numbers: [Int])]

    /// What the frameworks do, as the model's tests prove it.
    static let proofs = ProofScan(of: ["DeviceModelTests", "AppleModelsTests"], saying: "proves")
    /// What an app should do, as the phone's tests show it.
    static let heeds = ProofScan(of: ["PhoneKitTests"], saying: "heeds")

    init(of folders: [String], saying word: String, beside file: String = #filePath) {
        let tests = URL(fileURLWithPath: file).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let files = folders.flatMap { folder in
            ProofScan.sources(in: tests.appendingPathComponent(folder))
        }
        rulesByFile = files.compactMap { url in
            guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
            let numbers = ProofScan.numbers(in: text, saying: word)
            return numbers.isEmpty ? nil : (url.lastPathComponent, numbers)
        }
    }

    var provenNumbers: Set<Int> { Set(rulesByFile.flatMap(\.numbers)) }

    /// The numbers in every `.proves(.c1, .c2)` of a text that stands in an attribute.
    static func numbers(in text: String, saying word: String) -> [Int] {
        text.matches(of: /\.(\w+)\(([^)]*)\)/).filter { $0.output.1 == word }.flatMap { proof in
            proof.output.2.matches(of: /\.c(\d+)/).compactMap { Int($0.output.1) }
        }
    }

    private static func sources(in folder: URL) -> [URL] {
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (all?.compactMap { $0 as? URL } ?? [])
            .filter { $0.pathExtension == "swift" && !$0.path.contains("/Rules/") }
            .sorted { $0.path < $1.path }
    }
}
