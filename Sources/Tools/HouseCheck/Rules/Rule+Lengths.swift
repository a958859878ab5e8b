extension Rule {
    private static let fileLinesMax = 400
    private static let functionLinesMax = 70

    static let fileLength = Rule.eachFile("no file is longer than \(fileLinesMax) lines") { file in
        guard file.lines.count > fileLinesMax + 1 else { return [] }
        return [Finding(path: file.path, line: nil, message: "\(file.lines.count - 1) lines; is it two things?")]
    }

    static let functionLength = Rule.eachFile("no function is longer than \(functionLinesMax) lines") { file in
        functions(in: file).filter { $0.lineCount > functionLinesMax }.map {
            Finding(path: file.path, line: $0.line, message: "a function of \($0.lineCount) lines")
        }
    }

    private static func functions(in file: SourceFile) -> [(line: Int, lineCount: Int)] {
        var found: [(line: Int, lineCount: Int)] = []
        for (index, line) in file.code.enumerated() where startsFunction(line) {
            guard let end = bodyEnd(in: file.code, from: index) else { continue }
            found.append((index + 1, end - index + 1))
        }
        return found
    }

    private static func startsFunction(_ line: String) -> Bool {
        guard line.holds("func") || line.holds("init") else { return false }
        let words = line.split(separator: " ")
        return words.contains("func") || words.contains { $0.hasPrefix("init(") || $0.hasPrefix("init?(") }
    }

    /// The line on which the braces opened from `start` on are closed again; nil when there is no body near.
    private static func bodyEnd(in code: [String], from start: Int) -> Int? {
        var depth = 0
        var opened = false
        for index in start..<code.count {
            for character in code[index] {
                if character == "{" { depth += 1; opened = true }
                if character == "}" { depth -= 1 }
                if opened && depth == 0 { return index }
                if depth < 0 { return nil }
            }
            if !opened && index - start > 12 { return nil }
        }
        return nil
    }
}
