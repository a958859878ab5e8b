import Foundation

/// Finds waits in tests that wait for no event: sleeps, yields, and polling loops. A loop over values polls nothing, as
/// it does something else in each round; one over numbers with an exit may, and has to say why it does not.
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
    private static let loopWords = ["for ", "while ", "repeat {"]
    /// The ways to leave a loop early.
    private static let exits = ["return", "break"]
    /// How a line begins that opens a block and no closure. A return in a closure leaves no loop around it.
    private static let blocks = [
        "if ", "guard ", "else ", "}", "{", "for ", "while ", "repeat ", "switch ", "case ", "default:", "do ",
        "defer ",
    ]
    /// The calls by which a loop waits for an event.
    private static let events = [
        "next(", "message(", "told(", "event(", "wait(", "waiting(", "until {", "CheckedContinuation", "reaches:",
    ]
    /// The signs of a loop over numbers.
    private static let ranges = ["...", "..<", "stride("]

    /// The same of Python: calls that poll; calls that poll in the head of a loop; and those that wait for an event.
    private static let scriptQuestions = ["ask(", "status(", "figure(", "legs(", "urlopen(", "requests.get("]
    private static let scriptStates = ["await ", "exists()", "is_set()", "poll()", "monotonic()"]
    private static let scriptEvents = [
        "wait(", "wait_for(", "until(", "expect(", "recv(", "read(", "readline(", "select(", "next(", "get()",
    ]
    /// Calls that poll though one of the events is part of them, as in `urlopen(page).read()`.
    private static let scriptRequests = ["urlopen(", "requests.get("]
    private static let scriptReads = ["read(", "get()"]
    /// The same of JavaScript. A loop that awaits must await one of these.
    private static let pageEvents = ["new Promise(", "next(", "once(", "until(", "wait("]

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
        path.hasSuffix(".swift")
            ? complaints(of: SourceFile(path: path, text: text))
            : complaints(ofScript: text, isPython: path.hasSuffix(".py"))
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
        // A loop over values does something else in each round. One over numbers may only count its questions.
        let isCounted =
            start.hasPrefix("for _ in ") || start.hasPrefix("for ") && ranges.contains { start.holds($0) }
        guard isCounted || start.hasPrefix("while ") || start.contains(": while ") || start.hasSuffix("repeat {") else {
            return nil
        }
        let isOneLine = head.hasSuffix("}")
        let end = isOneLine ? index : file.code[index...].dropFirst().firstIndex { $0.hasPrefix(indent + "}") } ?? index
        let loop = file.code[index...end].joined(separator: "\n")
        guard !events.contains(where: { loop.holds($0) }) else { return nil }
        // A counted loop without an exit merely repeats, and waits for nothing.
        if isCounted, !hasExit(file.code[index...end]) { return nil }
        if let word = questions.first(where: { loop.holds($0) }) {
            return "`\(word)` again and again: wait for an event"
        }
        let isExcused = file.lines[index...end].contains { $0.contains("// \(mark)") }
        return loop.holds("await ") && !isExcused ? "asks again and again: wait for an event, or say why" : nil
    }

    /// Whether a loop can be left early, by an exit that is in no closure.
    private static func hasExit(_ loop: ArraySlice<String>) -> Bool {
        var closure: Int?
        for line in loop {
            let indent = line.prefix { $0 == " " }.count
            let start = line.dropFirst(indent)
            if let opened = closure {
                if indent <= opened, start.hasPrefix("}") { closure = nil }
                continue
            }
            if exits.contains(where: { line.holds($0) }) { return true }
            let opens = line.hasSuffix("{") || line.hasSuffix(" in")
            if opens, !blocks.contains(where: { start.hasPrefix($0) }) { closure = indent }
        }
        return false
    }

    // MARK: - Python and JavaScript

    private static func complaints(ofScript text: String, isPython: Bool) -> [Complaint] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.compactMap { index in
            let own =
                isPython
                ? ignoredWait(inPython: lines[index]) ?? question(inPython: lines, at: index)
                : question(inJavaScript: lines, at: index)
            guard let text = sleep(inScript: lines, at: index) ?? own,
                !isExcused(lines, index, sign: "#"), !isExcused(lines, index, sign: "//")
            else { return nil }
            return Complaint(line: index + 1, text: text)
        }
    }

    private static func sleep(inScript lines: [Substring], at index: Int) -> String? {
        let code = withoutRemark(lines[index])
        guard let word = scriptSleeps.first(where: { code.contains($0) }) else { return nil }
        return "`\(word)…)`: wait for what should happen"
    }

    /// A wait with a limit whose outcome nothing looks at: it is a sleep, however it ends.
    private static func ignoredWait(inPython line: Substring) -> String? {
        let code = withoutRemark(line).drop { $0 == " " }
        let statement = code.hasPrefix("await ") ? code.dropFirst(6) : code
        guard let call = statement.range(of: ".wait("), statement[call.upperBound...].first != ")" else { return nil }
        let receiver = statement[..<call.lowerBound]
        guard receiver.allSatisfy({ $0.isLetter || $0 == "_" || $0 == "." }) else { return nil }
        let isEvent = receiver.split(separator: ".").last?.hasPrefix("is_") ?? false
        guard isEvent || receiver == "asyncio" && statement.contains("timeout=") else { return nil }
        return "`\(receiver).wait(…)`: look at its outcome, or say why the time passes"
    }

    private static func question(inJavaScript lines: [Substring], at index: Int) -> String? {
        let head = lines[index]
        let indent = head.prefix { $0 == " " }
        let start = head.dropFirst(indent.count)
        let isCounted = start.hasPrefix("for (let ")
        guard isCounted || ["while (", "for (;;)", "do {"].contains(where: { start.hasPrefix($0) }) else { return nil }
        let isBlock = head.hasSuffix("{")
        let end = lines[index...].dropFirst(isBlock ? 1 : 0).firstIndex { line in
            isBlock ? line.hasPrefix(indent + "}") : line.hasSuffix(";") || line.hasSuffix("}")
        }
        let body = lines[index...(end ?? index)]
        let loop = body.joined(separator: "\n")
        guard loop.holds("await "), !pageEvents.contains(where: { loop.holds($0) }) else { return nil }
        if isCounted, !exits.contains(where: { loop.holds($0) }), !start.contains(" && ") { return nil }
        return body.contains { $0.contains("// \(mark)") } ? nil : "asks again and again: wait for an event, or say why"
    }

    private static func question(inPython lines: [Substring], at index: Int) -> String? {
        let code = withoutRemark(lines[index])
        let head = code.drop { $0 == " " }
        let isCounted = head.hasPrefix("for _ in ") || head.hasPrefix("for ") && head.holds(" in range(")
        guard isCounted || head.hasPrefix("while ") else { return nil }
        let end = lines[index...].dropFirst().firstIndex { line in
            let rest = line.drop { $0 == " " }
            return !rest.isEmpty && line.count - rest.count <= code.count - head.count
        }
        let body = lines[index..<(end ?? lines.endIndex)]
        let loop = body.map(withoutRemark).joined(separator: "\n")
        let requests = scriptRequests.contains { loop.holds($0) }
        let events = scriptEvents.filter { !requests || !scriptReads.contains($0) }
        guard !events.contains(where: { loop.holds($0) }) else { return nil }
        let hasExit = body.contains { line in
            let statement = line.drop { $0 == " " }
            return exits.contains { statement == $0 || statement.hasPrefix($0 + " ") }
        }
        if isCounted, !hasExit { return nil }
        let asks =
            scriptStates.contains { head.holds($0) } || scriptQuestions.contains { loop.holds($0) }
            || hasExit && loop.holds("await ")
        guard asks, !body.contains(where: { $0.contains("# \(mark)") }) else { return nil }
        return "asks again and again: wait for an event, or say why"
    }

    private static func withoutRemark(_ line: Substring) -> Substring { line.prefix { $0 != "#" } }

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
