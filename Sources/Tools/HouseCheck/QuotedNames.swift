/// Finds names in backticks, in comments and documents, that do not exist, because they were renamed or removed.
///
/// A name exists if it is a word of code: a declared name, a label, a word of a text such as a key of JSON. The member
/// of a type of ours stands in a file that declares or extends the type. A file is tracked by git. A word in capitals
/// alone is a placeholder, as `NAME`, and one beside an ellipsis is a part of a name.
package struct QuotedNames {
    private static let codeEndings = [
        ".py", ".js", ".mjs", ".ts", ".kt", ".c", ".h", ".modulemap", ".json", ".yaml", ".yml", ".toml", ".txt",
        ".html", ".css", ".plist", ".entitlements", ".xcprivacy", ".dict", ".sdp", ".swift-format", ".gitignore",
    ]
    private static let fileEndings = [
        ".swift", ".md", ".py", ".js", ".mjs", ".kt", ".c", ".h", ".json", ".yaml", ".txt", ".html", ".css", ".patch",
        ".plist", ".entitlements", ".svg",
    ]

    private static let placeholder = "NAME"

    private let code: CodeWords
    private let files: [SourceFile]
    private let documents: [(path: String, lines: [Substring])]

    /// - Parameter files: every file of the checkout with its text; a file that is no text has an empty one.
    package init(files: [(path: String, text: String)]) {
        let swift = files.filter { $0.path.hasSuffix(".swift") }.map { SourceFile(path: $0.path, text: $0.text) }
        let others = files.filter { !$0.path.hasSuffix(".swift") }.map {
            (path: $0.path, lines: $0.text.split(separator: "\n", omittingEmptySubsequences: false))
        }
        self.init(swift: swift, others: others, paths: files.map(\.path))
    }

    init(swift: [SourceFile], others: [(path: String, lines: [Substring])], paths: [String]) {
        files = swift
        documents = others.filter { $0.path.hasSuffix(".md") }
        code = CodeWords(swift: swift, scripts: others.filter { !$0.path.hasSuffix(".md") }, paths: paths)
    }

    /// Whether a file that is not Swift has words of code: not a document, and not the patch of a mutant, which keeps
    /// the lines around its change.
    static func isCode(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return codeEndings.contains { path.hasSuffix($0) } || !name.contains(".")
    }

    /// The names that do not exist, with their places.
    package func complaints() -> [(path: String, line: Int, text: String)] {
        let remarks = files.map { (path: $0.path, lines: $0.lines, isDocument: false) }
        let prose = documents.map { (path: $0.path, lines: $0.lines, isDocument: true) }
        return (remarks + prose).flatMap { file in
            Self.spans(in: file.lines, isDocument: file.isDocument).compactMap { line, span in
                complaint(about: span).map { (file.path, line, $0) }
            }
        }
    }

    // MARK: - What stands in backticks

    /// The texts in backticks with their lines. One may begin on a line and end on the next.
    private static func spans(in lines: [Substring], isDocument: Bool) -> [(line: Int, text: Substring)] {
        var found: [(line: Int, text: Substring)] = []
        var reader = CommentReader()
        var isShown = false
        var isOpen = false
        for (index, line) in lines.enumerated() {
            let prose = isDocument ? line : reader.comment(of: line)
            if prose.drop(while: { $0 == " " || $0 == "/" }).hasPrefix("```") { isShown.toggle() }
            isOpen = isOpen && !prose.isEmpty
            guard !isShown, isOpen || prose.holds("`") else { continue }
            // A link of a docstring stands in two backticks.
            let text = prose.holds("``") ? Substring(prose.replacing("``", with: "`")) : prose
            for (position, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
                if position > 0 { isOpen.toggle() }
                if isOpen { found.append((index + 1, part)) }
            }
        }
        return found
    }

    private func complaint(about span: Substring) -> String? {
        for piece in span.split(whereSeparator: { !Self.isPart($0) })
        where !code.hasFile(piece) && !OutsideNames.all.contains(String(piece)) {
            if Self.isPath(piece) { return "no file `\(piece)`" }
            if let name = missingName(in: piece) { return "`\(name)` is no name in the code" }
        }
        return nil
    }

    private static func isPart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "_./…*+-@".contains(character)
    }

    /// Whether the text is the path of a file of the checkout: not a pattern, an address, or a file of a run.
    private static func isPath(_ piece: Substring) -> Bool {
        let isVague = piece.contains("*") || piece.contains("…") || piece.contains(placeholder)
        guard !isVague, piece.contains("/"), piece.first != "/" else { return false }
        return fileEndings.contains { piece.hasSuffix($0) }
    }

    // MARK: - Words

    private func missingName(in piece: Substring) -> Substring? {
        let words = piece.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        for (index, word) in words.enumerated() where Self.isName(word) {
            if piece.hasPrefix("…\(word)") || piece.hasSuffix("\(word)…") { continue }
            if !code.has(word), !OutsideNames.all.contains(String(word)) { return word }
            guard index > 0 else { continue }
            let type = words[index - 1]
            let isMember = piece.contains("\(type).\(word)") || piece.contains("\(type)/\(word)")
            if isMember, !piece.contains("…"), !code.has(word, besideType: type) { return piece }
        }
        return nil
    }

    private static func isName(_ word: Substring) -> Bool {
        guard word.count > 1, let first = word.first, first.isLetter || first == "_" else { return false }
        return word.contains { $0.isLowercase || $0 == "_" }
    }
}

extension Rule {
    static let quotedNames = Rule(name: "a name in backticks exists") { checkout in
        let others = texts(of: checkout) { path in
            path.hasSuffix(".md") || (QuotedNames.isCode(path) && !path.hasSuffix(".swift"))
        }
        let manifest = texts(of: checkout) { $0.hasSuffix("Package.swift") }
        let names = QuotedNames(swift: checkout.swiftFiles, others: others + manifest, paths: checkout.allPaths)
        return names.complaints().map { Finding(path: $0.path, line: $0.line, message: $0.text) }
    }
}
