/// The functions of all tests, and which of them can fail.
struct TestFunctions {
    let all: [TestFunction]
    private var byName: [String: [Int]] = [:]
    private var canFail: [Bool]

    init(_ all: [TestFunction]) {
        self.all = all
        canFail = all.map(\.canFailByItself)
        for (index, function) in all.enumerated() where !function.isTest {
            byName[function.name, default: []].append(index)
        }
        while spread() {}
    }

    /// The tests that cannot fail.
    var idle: [TestFunction] { all.indices.filter { all[$0].isTest && !canFail[$0] }.map { all[$0] } }

    /// Marks functions that call a function that can fail; returns whether any was new.
    private mutating func spread() -> Bool {
        var hasChanged = false
        for index in all.indices
        where !canFail[index] && all[index].called.contains(where: { reaches($0, from: index) }) {
            canFail[index] = true
            hasChanged = true
        }
        return hasChanged
    }

    /// Whether a called name may refer to a function that can fail. It refers to the nearest functions of that name:
    /// those of the file, otherwise of the target, otherwise of all.
    private func reaches(_ name: String, from caller: Int) -> Bool {
        guard let named = byName[name] else { return false }
        let near = named.filter { all[$0].path == all[caller].path }
        let close = near.isEmpty ? named.filter { all[$0].target == all[caller].target } : near
        return (close.isEmpty ? named : close).contains { canFail[$0] }
    }
}

/// A function in a file of tests: a test, or a function that tests call.
struct TestFunction: Sendable {
    private static let assertions = ["#expect(", "#require(", "#expect {", "Issue.record(", "confirmation("]

    let path: String
    /// Empty for a test, which no function calls.
    let name: String
    let isTest: Bool
    /// Counted from 1.
    let line: Int
    /// The names of the functions that its body calls.
    let called: Set<String>
    /// Whether its own body has an expectation; or, if it is no test itself, throws.
    let canFailByItself: Bool

    /// The folder of its target, such as `Tests/SDPTests`.
    var target: String { path.split(separator: "/").prefix(2).joined(separator: "/") }

    /// The functions that a file declares. The formatter guarantees that a body ends with a brace below its function's
    /// beginning.
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

    /// Whether `@Test(…)` stands on its own lines above a function.
    private static func isAnnotated(_ index: Int, _ indent: Substring, _ code: [String]) -> Bool {
        for line in code[..<index].reversed() {
            if line.hasPrefix(indent + "@Test") { return true }
            if line.isEmpty || line == indent + "}" || line.hasPrefix(indent + "func ") { return false }
        }
        return false
    }

    static func withoutQuotedNames(_ line: String) -> String {
        guard line.holds("`") else { return line }
        return line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .map { $0.offset.isMultiple(of: 2) ? String($0.element) : "" }.joined()
    }
}

extension Rule {
    /// A test must be able to fail: it has an expectation, or calls a function of the tests that has one or throws.
    static let assertions = Rule(name: "a test can fail") { checkout in
        let functions = checkout.swiftFiles.filter(\.isTest).flatMap(TestFunction.all)
        return TestFunctions(functions).idle.map {
            Finding(path: $0.path, line: $0.line, message: "a test that expects nothing")
        }
    }
}
