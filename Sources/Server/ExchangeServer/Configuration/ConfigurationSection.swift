internal import Yams

/// One mapping of the configuration file, read key by key.
///
/// Every complaint names the file, the line, the key and what would be right. A key nobody reads is a mistake of the
/// writer, so it is refused rather than passed over.
struct ConfigurationSection {
    let file: String
    /// Where in the file, such as `users[2].devices[0]`; empty at the top.
    let path: String
    private let mapping: Node.Mapping
    private let line: Int

    init(_ node: Node, file: String, path: String, keys: [String]) throws(ExchangeServerError) {
        self.file = file
        self.path = path
        line = node.mark?.line ?? 1
        guard let mapping = node.mapping else {
            throw Self.complaint(file: file, line: line, key: path, "must be a list of `key: value` lines")
        }
        self.mapping = mapping
        for (key, _) in mapping {
            guard let name = key.string, keys.contains(name) else {
                let known = keys.joined(separator: ", ")
                throw Self.complaint(
                    file: file, line: key.mark?.line ?? line, key: Self.join(path, key.string ?? "?"),
                    "is not a key of this section; the keys are: \(known)")
            }
        }
    }

    // MARK: - Values

    func has(_ key: String) -> Bool { mapping[Node(key)] != nil }

    func text(_ key: String) throws(ExchangeServerError) -> String? {
        guard let node = mapping[Node(key)] else { return nil }
        return try text(of: node, key: Self.join(path, key))
    }

    func requiredText(_ key: String) throws(ExchangeServerError) -> String {
        guard let value = try text(key), !value.isEmpty else { throw complaint(key, "is missing") }
        return value
    }

    func integer(_ key: String, in range: ClosedRange<Int>) throws(ExchangeServerError) -> Int? {
        guard let node = mapping[Node(key)] else { return nil }
        guard let value = node.int, range.contains(value) else {
            throw complaint(key, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    func boolean(_ key: String) throws(ExchangeServerError) -> Bool? {
        guard let node = mapping[Node(key)] else { return nil }
        guard let value = node.bool else { throw complaint(key, "must be true or false") }
        return value
    }

    /// One of some words, each of which means something.
    func choice<Value>(_ key: String, _ words: [(String, Value)]) throws(ExchangeServerError) -> Value? {
        guard let word = try text(key) else { return nil }
        guard let meant = words.first(where: { $0.0 == word })?.1 else {
            throw complaint(key, "must be one of \(words.map(\.0).joined(separator: ", "))")
        }
        return meant
    }

    /// A list of texts; a single text counts as a list of one. Numbers such as `1001` are read as they are written.
    func texts(_ key: String) throws(ExchangeServerError) -> [String] {
        guard let node = mapping[Node(key)] else { return [] }
        guard let sequence = node.sequence else { return [try text(of: node, key: Self.join(path, key))] }
        var values: [String] = []
        for (index, element) in sequence.enumerated() {
            values.append(try text(of: element, key: "\(Self.join(path, key))[\(index)]"))
        }
        return values
    }

    func section(_ key: String, keys: [String]) throws(ExchangeServerError) -> ConfigurationSection? {
        guard let node = mapping[Node(key)] else { return nil }
        return try ConfigurationSection(node, file: file, path: Self.join(path, key), keys: keys)
    }

    func sections(_ key: String, keys: [String]) throws(ExchangeServerError) -> [ConfigurationSection] {
        guard let node = mapping[Node(key)] else { return [] }
        guard let sequence = node.sequence else {
            throw complaint(key, "must be a list, each entry starting with `- `")
        }
        var sections: [ConfigurationSection] = []
        for (index, element) in sequence.enumerated() {
            let place = "\(Self.join(path, key))[\(index)]"
            sections.append(try ConfigurationSection(element, file: file, path: place, keys: keys))
        }
        return sections
    }

    // MARK: - Complaints

    func complaint(_ key: String, _ text: String) -> ExchangeServerError {
        let line = mapping[Node(key)]?.mark?.line ?? line
        return Self.complaint(file: file, line: line, key: Self.join(path, key), text)
    }

    private static func complaint(file: String, line: Int, key: String, _ text: String) -> ExchangeServerError {
        ExchangeServerError(.configuration, "\(file), line \(line): \(key.isEmpty ? "the file" : key) \(text)")
    }

    private static func join(_ path: String, _ key: String) -> String {
        path.isEmpty ? key : "\(path).\(key)"
    }

    private func text(of node: Node, key: String) throws(ExchangeServerError) -> String {
        guard let scalar = node.scalar else {
            throw Self.complaint(file: file, line: node.mark?.line ?? line, key: key, "must be one value")
        }
        return scalar.string
    }
}
