/// The figures of how the sources are divided and described: `HouseCheck --report`, which `make house` calls. Each
/// stands beside its value at the start and its aim, as `Documentation/House.md` has them.
///
/// Sources alone count, except where a line says otherwise: tests repeat names on purpose.
package struct Report {
    private static let typeKinds: Set<String> = ["struct", "class", "enum", "actor", "protocol"]
    /// Folders of Sources that are a module each. Every other folder has one folder for each module.
    private static let moduleFolders: Set<Substring> = ["Carillon", "Standins"]

    private let sources: [SourceFile]
    private let refusedWordCount: Int
    private let walks: Walks
    /// The rows of the table of figures at the start, by figure.
    private let start: [String: (value: String, aim: String)]

    init(_ checkout: Checkout) throws {
        sources = checkout.swiftFiles.filter { $0.isIn("Sources") }
        refusedWordCount = try Rule.refusedWords.findings(checkout).count
        walks = Walks(Self.document(Walks.path, of: checkout))
        start = Self.figures(in: Self.document("Documentation/House.md", of: checkout))
    }

    /// A report on files by their texts.
    ///
    /// - Parameters:
    ///   - walks: the document of the walks.
    ///   - start: the document with the figures at the start.
    package init(files: [(path: String, text: String)], walks: String = "", start: String = "") {
        sources = files.map { SourceFile(path: $0.path, text: $0.text) }
        refusedWordCount = 0
        self.walks = Walks(walks.split(separator: "\n", omittingEmptySubsequences: false))
        self.start = Self.figures(in: start.split(separator: "\n"))
    }

    private static func document(_ path: String, of checkout: Checkout) -> [Substring] {
        Rule.texts(of: checkout) { $0 == path }.first?.lines ?? []
    }

    /// A line for each figure, aligned: its name, its value, its value at the start, its aim.
    package func lines() -> [String] {
        let repeated = repeatedTypes()
        return figures(repeatedCount: repeated.count).map { name, value in
            let before = start[name[...].trimmed]
            return [
                name.padding(to: 46) + value, before.map(\.value).map { "at the start: \($0)" },
                before.map(\.aim).flatMap { $0.isEmpty ? nil : "aim: \($0)" },
            ].compactMap { $0 }.joined(separator: "; ")
        } + repeated.map { "  \($0.key): \($0.value.joined(separator: ", "))" }
    }

    /// The rows `| figure | at the start | aim |` of a document.
    private static func figures(in lines: [Substring]) -> [String: (value: String, aim: String)] {
        let rows = lines.filter { $0.hasPrefix("| ") }.map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                .map { $0.trimmed }
        }
        return Dictionary(
            rows.filter { $0.count == 3 }.map { ($0[0], (value: $0[1], aim: $0[2])) }, uniquingKeysWith: { $1 })
    }

    private func figures(repeatedCount: Int) -> [(name: String, value: String)] {
        let lengths = sources.map { $0.lines.count - 1 }.sorted()
        let declared = sources.map { Self.types(in: $0).count }
        let docstrings = Docstrings(sources)
        let modules = Set(sources.compactMap { Self.module(of: $0.path) }).count
        return [
            ("source files", "\(sources.count) in \(modules) modules"),
            ("lines a file, median", "\(lengths.isEmpty ? 0 : lengths[lengths.count / 2])"),
            ("files below 40 lines", Self.share(of: lengths.count { $0 < 40 }, in: lengths.count)),
            ("largest file", "\(lengths.last ?? 0) lines"),
            ("types a file, mean", Self.ratio(declared.reduce(0, +), sources.count)),
            ("type names of several modules", "\(repeatedCount)"),
            (
                "public declarations with a docstring",
                Self.share(of: docstrings.count(.itself), in: docstrings.found.count)
            ),
            ("  described by their protocol", "\(docstrings.count(.itsProtocol))"),
            ("  initializers of described properties", "\(docstrings.count(.itsProperties))"),
            ("  without a description", "\(docstrings.count(.none))"),
            ("  of these by module", undescribed(in: docstrings)),
            ("refused words, tests and documents included", "\(refusedWordCount)"),
        ] + walks.all.map { ("walk: \($0.title)", $0.summary) }
    }

    // MARK: - Types

    /// Type names at the top level that more than one module declares, with the modules.
    private func repeatedTypes() -> [(key: String, value: [String])] {
        var modules: [String: Set<String>] = [:]
        for file in sources {
            guard let module = Self.module(of: file.path) else { continue }
            for type in Self.types(in: file, atTopLevel: true) { modules[type, default: []].insert(module) }
        }
        return modules.filter { $0.value.count > 1 }.mapValues { $0.sorted() }.sorted { $0.key < $1.key }
    }

    /// `Sources/<folder>/<module>/…`, or the folder itself where it is a module; nil: the file is in none.
    private static func module(of path: String) -> String? {
        let parts = path.split(separator: "/")
        guard parts.count > 2 else { return nil }
        if moduleFolders.contains(parts[1]) { return String(parts[1]) }
        return parts.count > 3 ? String(parts[2]) : nil
    }

    private static func types(in file: SourceFile, atTopLevel isTop: Bool = false) -> [String] {
        file.code.compactMap { line in
            guard !isTop || line.first != " " else { return nil }
            let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
            guard let kind = words.firstIndex(where: typeKinds.contains), kind + 1 < words.count,
                words[..<kind].allSatisfy({ isModifier($0) }), !words.contains("private"), words[kind + 1] != "func"
            else { return nil }
            return words[kind + 1]
        }
    }

    private static func isModifier(_ word: String) -> Bool {
        [
            "public", "package", "internal", "fileprivate", "final", "open", "indirect", "nonisolated", "MainActor",
            "main",
        ]
        .contains(word)
    }

    // MARK: - Docstrings

    /// How many declarations of each module have no description, the most first.
    private func undescribed(in docstrings: Docstrings) -> String {
        var counts: [String: Int] = [:]
        for file in docstrings.found where file.source == .none {
            counts[Self.module(of: file.path) ?? file.path, default: 0] += 1
        }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
            .joined(separator: ", ")
    }

    // MARK: - Figures

    private static func share(of part: Int, in all: Int) -> String {
        "\(part) of \(all), \(all == 0 ? 0 : part * 100 / all) %"
    }

    private static func ratio(_ part: Int, _ all: Int) -> String {
        let tenths = all == 0 ? 0 : part * 10 / all
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}

extension Substring {
    fileprivate var trimmed: String {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
