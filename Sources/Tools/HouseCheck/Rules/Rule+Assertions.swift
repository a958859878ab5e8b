extension Rule {
    private static let words = [
        "#expect", "#require", "Issue.record", "confirmation(", "expect", "require", "check", "verify", "try await",
    ]

    /// A test without an expectation, or a step that throws when it fails, cannot fail.
    static let assertions: Rule = .eachFile("a test can fail") { file in
        guard file.isTest else { return [] }
        return file.code.enumerated().compactMap { index, line in
            guard line.contains("@Test") else { return nil }
            let rest = file.code[index...].prefix(120)
            var body: [String] = []
            for (offset, line) in rest.enumerated() {
                if offset > 0 && line.contains("@Test") { break }
                body.append(line)
            }
            guard !body.contains(where: { line in words.contains { line.contains($0) } }) else { return nil }
            return Finding(path: file.path, line: index + 1, message: "a test that expects nothing")
        }
    }
}
