extension Rule {
    /// `@unchecked Sendable` and `nonisolated(unsafe)` are promises nobody checks; the reason stands beside them.
    static let unsafeMarks = Rule.eachFile("an unchecked promise has its reason beside it") { file in
        file.code.enumerated().compactMap { index, line in
            guard line.holds("@unchecked Sendable") || line.holds("nonisolated(unsafe)") else { return nil }
            let near = file.lines[max(0, index - 6)...index]
            guard !near.contains(where: { $0.holds("//") }) else { return nil }
            return Finding(path: file.path, line: index + 1, message: "say in a comment above what protects it")
        }
    }
}
