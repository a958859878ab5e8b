import Foundation

extension Rule {
    private static let mark = "<!-- file: "

    /// What a document shows as a file is that file: `<!-- file: PATH -->` stands above the block.
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

    /// What a document says to link can be linked.
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
        checkout.allPaths.filter { $0.hasSuffix(".md") }.compactMap { path in
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
            return (path, text.split(separator: "\n", omittingEmptySubsequences: false))
        }
    }
}
