extension Rule {
    // on purpose: these are the words
    private static let refused: Set<String> = ["whoever", "nobody", "somebody"]
    /// The words without their first letter, which may be a capital: they find the lines to look at, quickly.
    private static let endings = refused.map { String($0.dropFirst()) }.flatMap { [$0, $0.uppercased()] }
    private static let columnsMax = 120

    /// Comments, messages, documents and every name in the code say who does a thing. A stored value may have such a word
    /// where the line above says so: `// on purpose: …`.
    static let refusedWords = Rule(name: "prose names its subject") { checkout in
        let prose = texts(of: checkout) { path in
            [".md", ".py", ".mjs", ".js", ".yaml"].contains { path.hasSuffix($0) } || path.hasPrefix("Packaging/")
                || ["Makefile", "Package.swift"].contains(path)
        }
        return (checkout.swiftFiles.map { ($0.path, $0.lines) } + prose).flatMap { path, lines in
            lines.enumerated().compactMap { index, line in
                guard let word = refusedWord(in: line),
                    index == 0 || !lines[index - 1].contains("// \(Waits.mark)")
                else { return nil }
                return Finding(path: path, line: index + 1, message: "`\(word)`: name the subject")
            }
        }
    }

    /// A line of a document is broken where that is possible. A row of a table and a shown file cannot be broken.
    static let documentWidth = Rule(name: "a line of a document ends before column \(columnsMax)") { checkout in
        texts(of: checkout) { $0.hasSuffix(".md") }.flatMap { path, lines in
            var isShown = false
            var findings: [Finding] = []
            for (index, line) in lines.enumerated() {
                if line.hasPrefix("```") { isShown.toggle() }
                guard !isShown, line.count > columnsMax, !line.hasPrefix("|") else { continue }
                findings.append(Finding(path: path, line: index + 1, message: "\(line.count) columns"))
            }
            return findings
        }
    }

    private static func refusedWord(in line: Substring) -> Substring? {
        guard endings.contains(where: { line.holds($0) }) else { return nil }
        return line.split { !$0.isLetter }.first { word in
            let text = word.lowercased()
            return refused.contains { text.contains($0) }
        }
    }
}
