import Foundation

/// Finds waits in tests that wait for no event: sleeps, yields, and polling loops.
///
/// All of these depend on how busy the machine is, and polling may exceed rate limits. An exception gives its reason on
/// the line above, after ``mark``. A sleep followed by a `throw` is a time limit that fails the test, and no wait.
package enum Waits {
    /// The text between the comment sign and the reason of an exception.
    package static let mark = "on purpose: "

    private static let swiftSleeps = [
        "Task.sleep", "Thread.sleep", "usleep(", "nanosleep(", "Task.yield",
    ]
    private static let scriptSleeps = ["time.sleep(", "asyncio.sleep(", "setTimeout(", "setInterval("]
    /// Calls that poll, in a loop that waits for none of ``events``.
    private static let questions = [
        "ask(", "status(", "figure(", "messages(", "Task.checkCancellation()", "NIODeadline.now()",
        "ContinuousClock.now",
    ]
    /// One of these is in the head of every loop that may poll.
    private static let loopWords = ["for _ in ", "while ", "repeat {"]
    /// The ways to leave a loop early.
    private static let exits = ["return", "break"]
    /// The calls by which a loop waits for an event.
    private static let events = [
        "next(", "message(", "told(", "event(", "wait(", "waiting(", "until {", "CheckedContinuation", "reaches:",
    ]

    package struct Complaint: Equatable, Sendable {
        /// Counted from 1.
        package var line: Int
        package var text: String
    }

    // MARK: - Swift

    static func complaints(of file: SourceFile) -> [Complaint] {
        file.code.indices.compactMap { index in
            guard let text = sleep(in: file, at: index) ?? question(in: file, at: index),
                !isExcused(file.lines, index, sign: "//")
            else { return nil }
            return Complaint(line: index + 1, text: text)
        }
    }

    /// The complaints about a file, given by its text.
    package static func complaints(path: String, text: String) -> [Complaint] {
        path.hasSuffix(".swift") ? complaints(of: SourceFile(path: path, text: text)) : complaints(ofScript: text)
    }

    private static func sleep(in file: SourceFile, at index: Int) -> String? {
        guard let word = swiftSleeps.first(where: { file.code[index].holds($0) }) else { return nil }
        let isLimit = index + 1 < file.code.count && file.code[index + 1].contains("throw ")
        return isLimit ? nil : "`\(word)`: wait for what should happen"
    }

    private static func question(in file: SourceFile, at index: Int) -> String? {
        let head = file.code[index]
        // The name of a test may have such a word.
        guard loopWords.contains(where: { head.holds($0) }), !head.holds("func `") else { return nil }
        let indent = head.prefix { $0 == " " }
        let start = head.dropFirst(indent.count)
        // A loop that ignores its counter does the same in each round.
        let isCounted = start.hasPrefix("for _ in ")
        guard isCounted || start.hasPrefix("while ") || start.contains(": while ") || start.hasSuffix("repeat {") else {
            return nil
        }
        let isOneLine = head.hasSuffix("}")
        let end = isOneLine ? index : file.code[index...].dropFirst().firstIndex { $0.hasPrefix(indent + "}") } ?? index
        let loop = file.code[index...end].joined(separator: "\n")
        guard !events.contains(where: { loop.holds($0) }) else { return nil }
        // A counted loop without an exit merely repeats, and waits for nothing.
        if isCounted, !exits.contains(where: { loop.holds($0) }) { return nil }
        if let word = questions.first(where: { loop.holds($0) }) {
            return "`\(word)` again and again: wait for an event"
        }
        let isExcused = file.lines[index...end].contains { $0.contains("// \(mark)") }
        return loop.holds("await ") && !isExcused ? "asks again and again: wait for an event, or say why" : nil
    }

    // MARK: - Python and JavaScript

    private static func complaints(ofScript text: String) -> [Complaint] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.compactMap { index in
            let code = lines[index].prefix { $0 != "#" }
            guard let word = scriptSleeps.first(where: { code.contains($0) }), !isExcused(lines, index, sign: "#"),
                !isExcused(lines, index, sign: "//")
            else {
                return nil
            }
            return Complaint(line: index + 1, text: "`\(word)…)`: wait for what should happen")
        }
    }

    /// Whether the line above gives a reason of at least two words.
    private static func isExcused(_ lines: [Substring], _ index: Int, sign: String) -> Bool {
        guard index > 0 else { return false }
        let above = lines[index - 1].drop { $0 == " " }
        guard above.hasPrefix("\(sign) \(mark)") else { return false }
        return above.dropFirst(sign.count + 1 + mark.count).split(separator: " ").count > 1
    }
}

extension Rule {
    static let waits = Rule(name: "a test waits for an event") { checkout in
        let scripts = checkout.allPaths.filter { path in
            path.hasPrefix("Tests/") && [".py", ".js", ".mjs"].contains { path.hasSuffix($0) }
        }
        let inScripts = try scripts.flatMap { path in
            Waits.complaints(path: path, text: try String(contentsOfFile: path, encoding: .utf8)).map { (path, $0) }
        }
        let inSwift = checkout.swiftFiles.filter(\.isTest).flatMap { file in
            Waits.complaints(of: file).map { (file.path, $0) }
        }
        return (inSwift + inScripts).map { Finding(path: $0, line: $1.line, message: $1.text) }
    }
}
