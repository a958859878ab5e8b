/// Finds the word “what” where it begins a noun phrase instead of a question.
///
/// Such a phrase hides its noun: “the stored text” says more than its paraphrase by “what”. After a verb of asking,
/// saying or knowing, the same words are an indirect question, which has no shorter form.
package struct WhatPhrases {
    private static let word = "what"
    private static let followers: Set<String> = ["is", "was", "it"]
    private static let questionVerbs: Set<String> = [
        "ask", "asks", "asked", "say", "says", "said", "saying", "tell", "tells", "told", "telling", "know", "knows",
        "known", "decide", "decides", "show", "shows", "explain", "explains", "learn", "learns", "check", "checks",
    ]

    /// The lines of code with such a phrase, counted from 1. The line above a stored value may allow it:
    /// `// on purpose: …`.
    package static func lines(in lines: [Substring]) -> [Int] {
        lines.indices.filter { index in
            guard lines[index].holds("hat ") else { return false }
            let before = index > 0 ? lines[index - 1] : ""
            return hasPhrase(lines[index], after: before) && !before.holds(Waits.mark)
        }.map { $0 + 1 }
    }

    /// The lines of a document with such a phrase, counted from 1. Text in backticks is a quotation.
    package static func lines(inDocument lines: [Substring]) -> [Int] {
        Self.lines(
            in: lines.map { line in
                guard line.contains("`") else { return line }
                let parts = line.split(separator: "`", omittingEmptySubsequences: false)
                return Substring(parts.indices.filter { $0.isMultiple(of: 2) }.map { parts[$0] }.joined(separator: "`"))
            })
    }

    private static func hasPhrase(_ line: Substring, after before: Substring) -> Bool {
        let words = Self.words(of: line)
        return words.indices.dropLast().contains { index in
            guard words[index].lowercased() == word, followers.contains(String(words[index + 1])) else { return false }
            guard line[words[index].endIndex..<words[index + 1].startIndex] == " " else { return false }
            return !isQuestion(words, index, line, after: before)
        }
    }

    /// Whether a verb of asking, saying or knowing stands directly before the word, perhaps on the line before.
    private static func isQuestion(_ words: [Substring], _ index: Int, _ line: Substring, after before: Substring)
        -> Bool
    {
        guard words[index].first?.isLowercase == true else { return false }
        guard index > 0 else {
            guard let last = Self.words(of: before).last, last.endIndex == before.endIndex else { return false }
            return questionVerbs.contains(last.lowercased())
        }
        let verb = words[index - 1]
        let isBeside = line[verb.endIndex..<words[index].startIndex] == " "
        return isBeside && questionVerbs.contains(verb.lowercased())
    }

    private static func words(of line: Substring) -> [Substring] { line.split { !($0.isLetter || $0 == "'") } }
}

extension Rule {
    /// Comments, messages and documents name the thing they speak of. Test names are such sentences too.
    static let whatPhrases = Rule(name: "a noun phrase names its thing") { checkout in
        let scripts = texts(of: checkout) { path in
            [".py", ".mjs", ".js", ".ts"].contains { path.hasSuffix($0) } || path.hasPrefix("Packaging/")
                || ["Makefile", "Package.swift"].contains(path)
        }
        let code = (checkout.swiftFiles.map { ($0.path, $0.lines) } + scripts)
            .map { ($0.0, WhatPhrases.lines(in: $0.1)) }
        let prose = texts(of: checkout) { $0.hasSuffix(".md") }
            .map { ($0.path, WhatPhrases.lines(inDocument: $0.lines)) }
        return (code + prose).flatMap { path, lines in
            lines.map { line in
                Finding(path: path, line: line, message: "name the thing instead of `what`, or let a verb ask for it")
            }
        }
    }
}
