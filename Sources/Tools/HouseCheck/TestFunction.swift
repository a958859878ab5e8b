/// A function in a file of tests: a test itself, or what tests call.
struct TestFunction: Sendable {
    private static let assertions = ["#expect(", "#require(", "#expect {", "Issue.record(", "confirmation("]

    let path: String
    /// Empty for a test, which nobody calls.
    let name: String
    let isTest: Bool
    /// From 1.
    let line: Int
    /// The names that its body calls.
    let called: Set<String>
    /// Whether its own body says what must be so; or, where tests call it, throws.
    let canFailByItself: Bool

    /// The folder of its target, such as `Tests/SDPTests`.
    var target: String { path.split(separator: "/").prefix(2).joined(separator: "/") }

    /// What a file declares. The formatter sees to it that a body ends with a brace below its function's beginning.
    static func all(in file: SourceFile) -> [TestFunction] {
        let code = file.code.map(withoutQuotedNames)
        return code.indices.compactMap { index in
            let line = code[index]
            guard line.holds("func ") else { return nil }
            let indent = line.prefix { $0 == " " }
            let isOneLine = line.hasSuffix("}")
            let end = isOneLine ? index : code[index...].firstIndex { $0 == indent + "}" } ?? index
            let isTest = line.holds("@Test") || isAnnotated(index, indent, code)
            return TestFunction(
                path: file.path, line: index + 1, isTest: isTest, head: line,
                body: code[index...end].joined(separator: "\n"))
        }
    }

    private init(path: String, line: Int, isTest: Bool, head: String, body: String) {
        self.path = path
        self.line = line
        self.isTest = isTest
        name = isTest ? "" : Self.name(in: head)
        canFailByItself =
            Self.assertions.contains { body.holds($0) } || (!isTest && body.holds("throw "))
        called = Self.calls(in: isTest ? body : String(body.drop { $0 != "{" }))
    }

    /// The names before an opening parenthesis or brace.
    private static func calls(in body: String) -> Set<String> {
        var names: Set<String> = []
        var word = ""
        var last = ""
        for character in body {
            if character.isLetter || character.isNumber || character == "_" {
                word.append(character)
                continue
            }
            if !word.isEmpty { last = word }
            word = ""
            if character == "(" || character == "{" { names.insert(last) }
            if character != " " { last = "" }
        }
        return names
    }

    private static func name(in head: String) -> String {
        guard let start = head.firstRange(of: "func ") else { return "" }
        return String(head[start.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    }

    /// Whether `@Test(…)` stands above a function, on lines of its own.
    private static func isAnnotated(_ index: Int, _ indent: Substring, _ code: [String]) -> Bool {
        for line in code[..<index].reversed() {
            if line.hasPrefix(indent + "@Test") { return true }
            if line.isEmpty || line == indent + "}" || line.hasPrefix(indent + "func ") { return false }
        }
        return false
    }

    private static func withoutQuotedNames(_ line: String) -> String {
        guard line.holds("`") else { return line }
        return line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .map { $0.offset.isMultiple(of: 2) ? String($0.element) : "" }.joined()
    }
}
