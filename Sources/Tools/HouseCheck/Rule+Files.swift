import BridgeArtifacts
import CallModelArtifacts
import Foundation

extension Rule {
    private static let refusedNames = [
        "Utils", "Utilities", "Helpers", "Helper", "Manager", "Common", "Misc", "Placeholder",
    ]

    static let fileNames = Rule.eachFile("a file is named for a type that it declares") { file in
        if refusedNames.contains(where: { file.name.hasSuffix($0) }) {
            return [Finding(path: file.path, line: nil, message: "says nothing: name it for the type it declares")]
        }
        let subject = file.name.split(separator: "+")[0]
        guard !file.isTest, !file.isIn("Fuzz") else { return [] }
        let declared = file.code.contains { line in
            line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }).contains(subject)
        }
        return declared ? [] : [Finding(path: file.path, line: nil, message: "does not declare or extend \(subject)")]
    }
}

extension Rule {
    private static let textEndings = [
        ".swift", ".md", ".py", ".js", ".mjs", ".yaml", ".yml", ".txt", ".c", ".h", "Makefile", ".ci/run",
    ]

    /// No file may contain an absolute path of one machine.
    static let machinePaths = Rule(name: "no path of a machine is written down") { checkout in
        let places = ["work", "farm", "home", "root"].map { "/\($0)/" }
        return checkout.allPaths.filter { path in textEndings.contains { path.hasSuffix($0) } }.flatMap { path in
            guard let text = try? String(contentsOfFile: path, encoding: .utf8),
                places.contains(where: { text.holds($0) })
            else { return [Finding]() }
            return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
                index, line in
                guard let place = places.first(where: { named($0, in: line) }) else { return nil }
                return Finding(path: path, line: index + 1, message: "names \(place)")
            }
        }
    }

    /// Whether `place` starts a path in `line`, rather than being the middle of one, such as in an address.
    private static func named(_ place: String, in line: Substring) -> Bool {
        guard let range = line.range(of: place) else { return false }
        guard range.lowerBound > line.startIndex else { return true }
        let before = line[line.index(before: range.lowerBound)]
        return !(before.isLetter || before.isNumber || before == "." || before == "_" || before == "-")
    }
}

extension Rule {
    private static var generated: [(path: String, contents: String)] {
        CallModelArtifacts.all() + BridgeArtifacts.all()
    }

    /// Files generated from the call machine and the bridge must be current; `make generated` writes them.
    static let generatedFiles = Rule(name: "generated files are as the sources say") { _ in
        generated.compactMap { path, contents in
            let there = try? String(contentsOfFile: path, encoding: .utf8)
            guard there != contents else { return nil }
            return Finding(
                path: path, line: nil,
                message: there == nil ? "missing: run `make generated`" : "stale: run `make generated`")
        }
    }

    static func writeGeneratedFiles() throws {
        for (path, contents) in generated {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try contents.write(toFile: path, atomically: true, encoding: .utf8)
        }
    }
}

extension Rule {
    private static let mark = "<!-- file: "

    /// A block below `<!-- file: PATH -->` in a document must equal that file.
    static let quotedFiles = Rule(name: "a document shows the file it names") { checkout in
        documents(of: checkout).flatMap { path, lines in
            lines.indices.filter { lines[$0].hasPrefix(mark) }.compactMap { index in
                let file = String(lines[index].dropFirst(mark.count).prefix { $0 != " " })
                let rest = lines[(index + 1)...]
                guard rest.first?.hasPrefix("```") == true,
                    let there = try? String(contentsOfFile: file, encoding: .utf8)
                else { return Finding(path: path, line: index + 1, message: "shows no \(file)") }
                let block = rest.dropFirst().prefix { $0 != "```" }.joined(separator: "\n") + "\n"
                return block == there ? nil : Finding(path: path, line: index + 1, message: "shows another \(file)")
            }
        }
    }

    /// A product that a document tells its reader to link must exist.
    static let linkedProducts = Rule(name: "products that documents name exist") { checkout in
        let manifest = try String(contentsOfFile: "Package.swift", encoding: .utf8)
        let product = #/\.product\(name: "(?<name>\w+)", package: "carillon"\)/#
        return documents(of: checkout).flatMap { path, lines in
            lines.enumerated().flatMap { index, line in
                line.matches(of: product).map { String($0.output.name) }
                    .filter { !manifest.contains(".library(name: \"\($0)\"") }
                    .map { Finding(path: path, line: index + 1, message: "Package.swift has no product \($0)") }
            }
        }
    }

    private static func documents(of checkout: Checkout) -> [(path: String, lines: [Substring])] {
        texts(of: checkout) { $0.hasSuffix(".md") }
    }

    /// The lines of every file with such a path.
    static func texts(
        of checkout: Checkout, at isWanted: (String) -> Bool
    ) -> [(path: String, lines: [Substring])] {
        checkout.allPaths.filter(isWanted).compactMap { path in
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
            return (path, text.split(separator: "\n", omittingEmptySubsequences: false))
        }
    }
}
