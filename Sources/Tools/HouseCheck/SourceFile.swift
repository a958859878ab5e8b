import Foundation

/// A tracked Swift file, split into lines once for all rules.
struct SourceFile: Sendable {
    /// The path relative to the root of the checkout.
    var path: String
    /// The lines as written.
    var lines: [Substring]
    /// The lines without comments and string contents, for rules about code.
    var code: [String]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        code = SourceFile.stripped(lines)
    }

    var name: String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return String(file.dropLast(".swift".count))
    }

    var isTest: Bool { path.hasPrefix("Tests/") || path.contains("/Tests/") }

    func isIn(_ folder: String) -> Bool { path.hasPrefix(folder + "/") }

    /// The modules the file imports, with the line of each.
    var imports: [(module: String, line: Int)] {
        code.enumerated().compactMap { index, line in
            guard line.holds("import") else { return nil }
            let words = line.split(separator: " ")
            guard let position = words.firstIndex(of: "import"), position <= 2, position + 1 < words.count else {
                return nil
            }
            let isOfOneName = Self.importedKinds.contains(String(words[position + 1])) && position + 2 < words.count
            let named = words[position + (isOfOneName ? 2 : 1)]
            return (String(named.split(separator: ".")[0]), index + 1)
        }
    }

    /// The keywords that may stand between `import` and the name of one declaration.
    private static let importedKinds: Set<String> = [
        "struct", "class", "enum", "func", "protocol", "let", "var", "typealias",
    ]

    private static func stripped(_ lines: [Substring]) -> [String] {
        var insideText = false
        return lines.map { line in
            if line.holds("\"\"\"") {
                let opens = line.components(separatedBy: "\"\"\"").count - 1
                defer { if opens % 2 == 1 { insideText.toggle() } }
                return insideText ? "" : String(line.prefix { $0 != "\"" })
            }
            return insideText ? "" : withoutTextAndComment(line)
        }
    }

    private static func withoutTextAndComment(_ line: Substring) -> String {
        guard line.holds("\"") || line.holds("//") else { return String(line) }
        var result = ""
        var inText = false
        var previous: Character = " "
        for character in line {
            if character == "\"" && previous != "\\" { inText.toggle() }
            if !inText && character == "/" && previous == "/" { return String(result.dropLast()) }
            if !inText || character == "\"" { result.append(character) }
            previous = character == "\\" && previous == "\\" ? " " : character
        }
        return result
    }
}

extension StringProtocol {
    /// Whether the text contains an ASCII word, compared byte by byte. The standard library's search compares
    /// characters and has a cost per call, which took nearly all of the time of a check.
    func holds(_ word: String) -> Bool {
        let found = utf8.withContiguousStorageIfAvailable { text in
            word.utf8.withContiguousStorageIfAvailable { Self.holds(text, $0) }
        }
        return (found ?? nil) ?? contains(word)
    }

    private static func holds(_ text: UnsafeBufferPointer<UInt8>, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = word.first, word.count <= text.count else { return word.isEmpty }
        return (0...(text.count - word.count)).contains { start in
            text[start] == first && word.indices.allSatisfy { text[start + $0] == word[$0] }
        }
    }
}
