import Foundation

/// Finds everything in the framework modules that an app can call: methods, initializers and computed properties of
/// classes, and global functions, under the names that the recorder gives them.
///
/// Structures and enumerations only carry values, and constants (`let`) and stored properties only return values that
/// were set. A property that tells the phone something when it is set has a `didSet`, and counts.
struct EntryPointScan {
    private(set) var names: [String] = []

    init(ofFoldersBeside file: String = #filePath) throws {
        let root = URL(filePath: file).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appending(path: "Sources/AppleModels")
        let paths = (FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? [])
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" && $0.path.contains("/AppleModels/Model") }
            .sorted { $0.path < $1.path }
        let texts = try paths.map { try String(contentsOf: $0, encoding: .utf8) }
        let files = texts.map { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
        let classes = Set(
            files.joined().filter { Self.has(["class"], $0) }.flatMap { line in
                line.matches(of: /\bclass (?!var\b|func\b)(\w+)\b/).map { String($0.1) }
            })
        for lines in files { scan(lines, classes) }
    }

    /// Whether one of these words stands in a line: an expression is tried where it can match only, as it takes long to fail.
    private static func has(_ words: Set<Substring>, _ line: String) -> Bool {
        line.split(separator: " ").contains { words.contains($0) }
    }

    private mutating func scan(_ lines: [String], _ classes: Set<String>) {
        var scopes: [(indent: Int, name: String)] = []
        for (index, line) in lines.enumerated() {
            let indent = line.prefix { $0 == " " }.count
            if line.hasSuffix("}") || line.hasSuffix("{}"), let scope = scopes.last, indent <= scope.indent {
                scopes.removeLast()
            }
            if let name = Self.type(in: line) {
                if line.hasSuffix("{") { scopes.append((indent, name)) }
            } else if indent == (scopes.last?.indent ?? -4) + 4, let owner = Self.owner(scopes.map(\.name), classes),
                let member = Self.member(lines[index...].prefix(6))
            {
                names.append(owner.isEmpty ? member : "\(owner).\(member)")
            }
        }
    }

    /// The type a line begins.
    private static func type(in line: String) -> String? {
        guard has(["class", "struct", "enum", "protocol", "extension"], line) else { return nil }
        let type =
            /^ *(?:@\w+ |open |public |package |internal |fileprivate |private |final )*(?:class|struct|enum|protocol|extension) (?!var\b|func\b)([\w.]+)/
        return line.firstMatch(of: type).map { String($0.1) }
    }

    /// The class whose members count, or an empty text for global functions; nil for the type of a value.
    private static func owner(_ scopes: [String], _ classes: Set<String>) -> String? {
        guard let name = scopes.last else { return "" }
        return scopes.count == 1 && classes.contains(name) ? name : nil
    }

    /// The member that begins with the first of these lines.
    private static func member(_ lines: ArraySlice<String>) -> String? {
        guard let first = lines.first, has(["open", "public"], first) else { return nil }
        let word = /^ *(?:@\w+(?:\([^)]*\))? )*(?:open|public)\b(?: [\w()]+)*? (func|init|var)\b/
        guard let kind = first.firstMatch(of: word)?.1 else { return nil }
        let declaration = lines.joined(separator: " ")
        if kind == "var" {
            guard first.contains("{"), let name = declaration.firstMatch(of: /\bvar `?(\w+)/) else { return nil }
            return String(name.1)
        }
        guard let match = declaration.firstMatch(of: /(?:func `?(\w+)`?(?:<[^>]*>)?|\b(init))\(/) else { return nil }
        return String(match.1 ?? match.2 ?? "") + "(" + labels(declaration[match.range.upperBound...]) + ")"
    }

    /// The labels of a list of parameters, up to its closing parenthesis.
    private static func labels(_ text: Substring) -> String {
        var depth = 0
        var labels = ""
        var isAtLabel = true
        var label = ""
        for character in text {
            if depth == 0, character == ")" { break }
            if "([{<".contains(character) { depth += 1 }
            if ")]}>".contains(character) { depth -= 1 }
            if isAtLabel, depth == 0, character == " " || character == ":" {
                guard !label.isEmpty else { continue }
                labels += label + ":"
                label = ""
                isAtLabel = false
            } else if isAtLabel {
                label.append(character)
            } else if depth == 0, character == "," {
                isAtLabel = true
            }
        }
        return labels
    }
}
