import Foundation

/// Which public declarations are described.
///
/// Two kinds of declaration have a description without a docstring of their own: one that implements a requirement
/// which its protocol describes, and an initializer that only sets properties which are described.
struct Docstrings {
    /// The source of a declaration's description.
    enum Source: Hashable {
        case itself, itsProtocol, itsProperties, none
    }

    /// Requirements of protocols of the standard library that many types have.
    private static let standardRequirements: Set<String> = [
        "description", "debugDescription", "errorDescription", "customMirror", "rawValue", "<", "==", "hash(into:)",
        "encode(to:)", "init(from:)", "next()", "makeIterator()", "makeAsyncIterator()", "init(rawValue:)",
        "init(stringLiteral:)", "init(unicodeScalarLiteral:)", "init(extendedGraphemeClusterLiteral:)",
        "init(stringInterpolation:)", "init(literalCapacity:interpolationCount:)", "init(integerLiteral:)",
        "init(floatLiteral:)", "init(booleanLiteral:)", "init(nilLiteral:)", "init(arrayLiteral:)",
        "init(dictionaryLiteral:)",
    ]

    /// The public declarations by the source of their description, with their files.
    private(set) var found: [(path: String, source: Source)] = []

    private var protocolsOfType: [String: Set<String>] = [:]
    /// Requirements by protocol, and whether they are described.
    private var requirements: [String: [String: Bool]] = [:]
    /// Described properties by path and type.
    private var properties: [String: Set<String>] = [:]

    init(_ files: [SourceFile]) {
        let read = files.map { (path: $0.path, declarations: Declaration.all(in: $0)) }
        for (path, declarations) in read { for declaration in declarations { note(declaration, in: path) } }
        for (path, declarations) in read {
            for declaration in declarations where declaration.isPublic {
                found.append((path, source(of: declaration, in: path)))
            }
        }
    }

    func count(_ source: Source) -> Int { found.count { $0.source == source } }

    private mutating func note(_ declaration: Declaration, in path: String) {
        if declaration.isType { protocolsOfType[declaration.name, default: []].formUnion(declaration.inherited) }
        guard let owner = declaration.owner else { return }
        if owner.kind == "protocol" {
            requirements[owner.name, default: [:]][declaration.name] = declaration.isDescribed
        }
        if declaration.isProperty, declaration.isDescribed {
            properties["\(path) \(owner.name)", default: []].insert(declaration.name)
        }
    }

    private func source(of declaration: Declaration, in path: String) -> Source {
        if declaration.isDescribed { return .itself }
        guard let owner = declaration.owner, !declaration.isType else { return .none }
        if Self.standardRequirements.contains(declaration.name) { return .itsProtocol }
        let protocols = protocols(of: owner)
        if protocols.contains(where: { requirements[$0]?[declaration.name] == true }) { return .itsProtocol }
        guard declaration.kind == "init" else { return .none }
        let described = properties["\(path) \(owner.name)"] ?? []
        return declaration.parameters.allSatisfy(described.contains) ? .itsProperties : .none
    }

    /// The protocols that a type conforms to, with those that they inherit from. An extension may be one of a protocol.
    private func protocols(of owner: Declaration.Owner) -> Set<String> {
        var found: Set<String> = owner.kind == "extension" ? [owner.name] : []
        var left = [owner.name]
        while let name = left.popLast() {
            for inherited in protocolsOfType[name] ?? [] where found.insert(inherited).inserted {
                left.append(inherited)
            }
        }
        return found
    }
}

/// A declaration of a file, as far as its first lines tell.
struct Declaration {
    /// The type or extension around a declaration.
    struct Owner {
        var kind: String
        var name: String
    }

    static let typeKinds: Set<String> = ["struct", "class", "enum", "actor", "protocol", "extension"]
    private static let kinds = typeKinds.union(["func", "var", "let", "init", "case", "subscript", "typealias"])
    private static let modifiers: Set<String> = [
        "public", "package", "internal", "fileprivate", "private", "set", "open", "final", "indirect", "static",
        "class",
        "override", "mutating", "nonmutating", "convenience", "required", "weak", "unowned", "unsafe", "lazy",
        "nonisolated", "nonsending", "isolated", "consuming", "borrowing", "prefix", "dynamic", "MainActor",
        "discardableResult", "inlinable", "frozen", "main",
    ]
    /// The most lines that a signature takes.
    private static let signatureLines = 14

    var kind: String
    /// The name, of a function and an initializer with its labels: `send(_:to:)`. Of an extension, the last part.
    var name = ""
    /// The names by which the body knows the parameters.
    var parameters: [String] = []
    /// The types after the colon of a type or extension.
    var inherited: [String] = []
    var owner: Owner?
    var isPublic = false
    var isDescribed = false

    var isType: Bool { Self.typeKinds.contains(kind) }
    var isProperty: Bool { kind == "var" || kind == "let" }

    /// The declarations of a file in order, those in the bodies of functions included.
    static func all(in file: SourceFile) -> [Declaration] {
        var scopes: [(indent: Int, owner: Owner)] = []
        var found: [Declaration] = []
        for (index, code) in file.code.enumerated() {
            let line = code.drop { $0 == " " }
            guard !line.isEmpty else { continue }
            let indent = code.count - line.count
            if line != "{", !line.hasPrefix(")") {
                while let last = scopes.last, indent <= last.indent { scopes.removeLast() }
            }
            let lines = file.code[index...].prefix(signatureLines)
            guard var declaration = Declaration(line, signature: lines.joined(separator: " ")) else { continue }
            declaration.owner = scopes.last?.owner
            declaration.isDescribed = isDescribed(file.lines, index)
            found.append(declaration)
            if declaration.isType { scopes.append((indent, Owner(kind: declaration.kind, name: declaration.name))) }
        }
        return found
    }

    /// Reads a line that begins a declaration; nil: it begins none.
    ///
    /// - Parameter signature: the line with those after it.
    private init?(_ line: Substring, signature: @autoclosure () -> String) {
        let words = line.split { !Self.isWord($0) }.map(String.init)
        guard var position = words.firstIndex(where: Self.kinds.contains) else { return nil }
        // `class func` and `class var` declare no class.
        if words[position] == "class", position + 1 < words.count, Self.kinds.contains(words[position + 1]) {
            position += 1
        }
        guard words[..<position].allSatisfy(Self.modifiers.contains) else { return nil }
        kind = words[position]
        isPublic = kind != "extension" && words[..<position].contains { $0 == "public" || $0 == "open" }
        var rest = Self.text(after: kind, in: signature())
        switch kind {
        case "func", "init": readFunction(&rest)
        default: readName(&rest)
        }
    }

    private mutating func readName(_ rest: inout Substring) {
        let path = rest.prefix { Self.isWord($0) || $0 == "." }
        name = path.split(separator: ".").last.map(String.init) ?? kind
        guard isType else { return }
        rest = Self.withoutGenerics(rest.dropFirst(path.count)).drop { $0 == " " }
        guard rest.first == ":" else { return }
        let list = rest.dropFirst().prefix { $0 != "{" }
        let end = list.range(of: " where ")?.lowerBound ?? list.endIndex
        inherited = list[..<end].split { $0 == "," || $0 == "&" }.compactMap { part in
            part.prefix { $0 != "<" }.split { !Self.isWord($0) }.last.map(String.init)
        }
    }

    private mutating func readFunction(_ rest: inout Substring) {
        var base = Substring(kind)
        if kind == "func" {
            base = rest.prefix(while: Self.isWord)
            if base.isEmpty { base = rest.prefix { $0 != " " && $0 != "(" } }
            rest = rest.dropFirst(base.count)
        }
        rest = Self.withoutGenerics(rest.drop { $0 == "?" || $0 == " " })
        let read = Self.parameters(rest)
        parameters = read.map(\.name)
        let isOperator = base.first.map { !Self.isWord($0) } ?? false
        name = isOperator ? String(base) : "\(base)(\(read.map { $0.label + ":" }.joined()))"
    }

    // MARK: - Texts

    private static func isWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    /// The text after a keyword of a signature, without the spaces between.
    private static func text(after keyword: String, in signature: String) -> Substring {
        var rest = Substring(signature)
        while !rest.isEmpty {
            let word = rest.prefix(while: isWord)
            rest = rest.dropFirst(max(word.count, 1))
            if word == keyword { break }
        }
        return rest.drop { $0 == " " }
    }

    private static func withoutGenerics(_ text: Substring) -> Substring {
        guard text.first == "<" else { return text }
        var depth = 0
        for index in text.indices {
            if text[index] == "<" { depth += 1 }
            if text[index] == ">" { depth -= 1 }
            if depth == 0 { return text[text.index(after: index)...] }
        }
        return ""
    }

    /// The parameters in the parentheses that a text begins with.
    private static func parameters(_ text: Substring) -> [(label: String, name: String)] {
        guard text.first == "(" else { return [] }
        var depth = 0
        var parts: [Substring] = [""]
        for character in text {
            if "([{".contains(character) { depth += 1 }
            if ")]}".contains(character) { depth -= 1 }
            if depth == 0 { break }
            if depth == 1, character == "," { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts.compactMap { part in
            let words = part.prefix { $0 != ":" }.split { !isWord($0) }.map(String.init)
            guard let label = words.first, let name = words.last, part.contains(":") else { return nil }
            return (label, name)
        }
    }

    /// Attributes may stand between a docstring and its declaration.
    private static func isDescribed(_ lines: [Substring], _ index: Int) -> Bool {
        for line in lines[..<index].reversed() {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("///") { return true }
            guard text.hasPrefix("@") else { return false }
        }
        return false
    }
}
