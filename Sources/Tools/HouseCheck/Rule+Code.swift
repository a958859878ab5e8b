extension Rule {
    /// A forbidden word, where it is forbidden, and why.
    private struct Ban: Sendable {
        var word: String
        var reason: String
        var applies: @Sendable (SourceFile) -> Bool
    }

    static let forbiddenCalls = Rule.eachFile("nothing forbidden is called") { file in
        let bans = bans.filter { $0.applies(file) }
        return file.code.enumerated().flatMap { index, line in
            bans.filter { contains(line, $0.word) }.map {
                Finding(path: file.path, line: index + 1, message: "`\($0.word)`: \($0.reason)")
            }
        }
    }

    private static let bans: [Ban] = core + everywhere

    private static let core: [Ban] = [
        "Foundation", "Date(", "UUID(", ".random(", "SystemRandomNumberGenerator", "ContinuousClock", "SuspendingClock",
        "Task {", "Task.", "async ", "await ", "DispatchQueue", "Thread.", "ProcessInfo", "Mutex", "print(",
        "FileManager", "withUnsafeContinuation", "withCheckedContinuation",
    ].map { word in
        Ban(word: word, reason: "the core and the model are pure: values in, effects out") {
            $0.isIn("Sources/Core") || $0.isIn("Sources/AppleModels/DeviceModel")
        }
    }

    private static let everywhere: [Ban] = [
        Ban(word: "try!", reason: "say what happens when it fails") { !$0.isTest && !$0.isIn("Sources/Tools") },
        Ban(word: "fatalError(", reason: "a library ends the call, not the process") {
            !$0.isTest && !$0.isIn("Sources/Tools")
        },
        Ban(word: "as!", reason: "say what happens when it fails") { !$0.isTest && !$0.isIn("Sources/Tools") },
        Ban(word: "static let shared", reason: "no singletons of our own") { !$0.isIn("Sources/Tools") },
        Ban(word: "Thread.sleep", reason: "wait for what should happen, not for time") { !$0.isIn("Sources/Tools") },
        Ban(word: ".data(for:", reason: "on Linux its cancellation traps; use `answer(to:)`") { _ in true },
        Ban(word: "@testable", reason: "tests see `package` and `public`; the build has one configuration") { _ in true
        },
        Ban(word: "print(", reason: "only the command line prints") {
            !$0.isTest && !$0.isIn("Sources/Carillon") && !$0.isIn("Sources/Tools") && !$0.isIn("Sources/Core")
        },
    ]

    /// Whether `line` contains `word`, other than as the end of a longer word.
    private static func contains(_ line: String, _ word: String) -> Bool {
        guard line.holds(word) else { return false }
        var rest = Substring(line)
        while let start = rest.indices.first(where: { rest[$0...].hasPrefix(word) }) {
            let before = start > line.startIndex ? line[line.index(before: start)] : " "
            if !(before.isLetter || before.isNumber || before == "_") || word.hasPrefix(".") { return true }
            rest = rest[rest.index(after: start)...]
        }
        return false
    }
}

extension Rule {
    /// The compiler does not check `@unchecked Sendable` and `nonisolated(unsafe)`, so a comment beside them must give
    /// the reason.
    static let unsafeMarks = Rule.eachFile("an unchecked promise has its reason beside it") { file in
        file.code.enumerated().compactMap { index, line in
            guard line.holds("@unchecked Sendable") || line.holds("nonisolated(unsafe)") else { return nil }
            let near = file.lines[max(0, index - 6)...index]
            guard !near.contains(where: { $0.holds("//") }) else { return nil }
            return Finding(path: file.path, line: index + 1, message: "say in a comment above what protects it")
        }
    }
}

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

    /// The line that closes the first brace opened from `start` on; nil if no body begins nearby.
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
