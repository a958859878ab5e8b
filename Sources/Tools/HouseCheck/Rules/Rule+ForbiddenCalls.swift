extension Rule {
    /// What may not be written, where, and why.
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
        Ban(word: "@testable", reason: "tests see `package` and `public`; the build has one configuration") { _ in true
        },
        Ban(word: "print(", reason: "only the command line prints") {
            !$0.isTest && !$0.isIn("Sources/Carillon") && !$0.isIn("Sources/Tools") && !$0.isIn("Sources/Core")
        },
    ]

    /// Whether `word` stands in `line` and is not merely the end of a longer one.
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
