/// The words of a checkout's code: of Swift without its comments, of scripts and configurations, and of paths.
struct CodeWords {
    private static let typeKinds: Set<String> = ["struct", "class", "enum", "actor", "protocol", "typealias"]

    private var words: Set<String> = []
    private var wordsOfFile: [Set<String>] = []
    /// The files, by index, that declare or extend a type.
    private var filesOfType: [String: Set<Int>] = [:]
    private var types: Set<String> = []
    /// Every run of components of every path, such as `Core/SDP` of a file in `Sources/Core/SDP`.
    private var places: Set<String> = []

    init(swift: [SourceFile], scripts: [(path: String, lines: [Substring])], paths: [String]) {
        for file in swift { read(file) }
        for script in scripts {
            for line in script.lines where !Self.isRemark(line) { Self.forEachWord(of: line) { words.insert($0) } }
        }
        for path in paths { read(path) }
    }

    func has(_ word: Substring) -> Bool { words.contains(String(word)) }

    /// Whether a file that declares or extends the type has the word; also true if the type is none of ours.
    func has(_ word: Substring, besideType type: Substring) -> Bool {
        guard types.contains(String(type)), let files = filesOfType[String(type)] else { return true }
        let word = String(word)
        return files.contains { wordsOfFile[$0].contains(word) }
    }

    /// Whether git tracks a file whose path ends so.
    func hasFile(_ path: Substring) -> Bool { places.contains(String(path)) }

    // MARK: - Reading

    private mutating func read(_ file: SourceFile) {
        var found: Set<String> = []
        var reader = CommentReader()
        for line in file.lines {
            let code = line.dropLast(reader.comment(of: line).count)
            var last = ""
            Self.forEachWord(of: code) { word in
                found.insert(word)
                let isDeclared = Self.typeKinds.contains(last)
                if isDeclared { types.insert(word) }
                if isDeclared || last == "extension" { filesOfType[word, default: []].insert(wordsOfFile.count) }
                last = word
            }
        }
        words.formUnion(found)
        wordsOfFile.append(found)
    }

    private mutating func read(_ path: String) {
        Self.forEachWord(of: Substring(path)) { words.insert($0) }
        let parts = path.split(separator: "/")
        for start in parts.indices {
            for end in start..<parts.endIndex { places.insert(parts[start...end].joined(separator: "/")) }
        }
    }

    /// Whether a line of a script or configuration is a comment and nothing else.
    private static func isRemark(_ line: Substring) -> Bool {
        let text = line.drop { $0 == " " }
        return text.hasPrefix("# ") || text.hasPrefix("//") || text.hasPrefix("/*") || text.hasPrefix("* ")
    }

    private static func forEachWord(of line: Substring, _ body: (String) -> Void) {
        let text = line.utf8
        var start: Substring.Index?
        var index = text.startIndex
        while index < text.endIndex {
            if isWord(text[index]) {
                start = start ?? index
            } else if let first = start {
                body(String(line[first..<index]))
                start = nil
            }
            text.formIndex(after: &index)
        }
        if let start { body(String(line[start...])) }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// Finds the comments of a Swift file, line by line from its first.
struct CommentReader {
    private var isInText = false

    /// The comment at the end of a line, with its slashes; empty if there is none.
    mutating func comment(of line: Substring) -> Substring {
        if line.holds("\"\"\"") {
            let quotes = line.split(separator: "\"\"\"", omittingEmptySubsequences: false).count - 1
            if quotes % 2 == 1 { isInText.toggle() }
            return ""
        }
        guard !isInText, line.holds("//") else { return "" }
        var isQuoted = false
        var previous: UInt8 = 0
        for index in line.utf8.indices {
            let byte = line.utf8[index]
            if byte == UInt8(ascii: "\""), previous != UInt8(ascii: "\\") { isQuoted.toggle() }
            if !isQuoted, byte == UInt8(ascii: "/"), previous == byte { return line[line.utf8.index(before: index)...] }
            previous = byte == UInt8(ascii: "\\") && previous == byte ? 0 : byte
        }
        return ""
    }
}
