internal import Yams

/// One mapping of a scenario file, read key by key. An unknown key is an error.
struct ScenarioSection {
    let file: String
    /// The place in the file, such as `steps[1]`; empty at the top.
    let path: String
    let line: Int
    private let mapping: Node.Mapping

    init(_ node: Node, file: String, path: String, keys: [String]) throws(ScenarioError) {
        self.file = file
        self.path = path
        line = node.mark?.line ?? 1
        guard let mapping = node.mapping else {
            throw Self.complaint(file, line, path, "must be written as `key: value`, or `{key: value, …}`")
        }
        self.mapping = mapping
        for (key, _) in mapping where !keys.contains(key.string ?? "") {
            let known = keys.joined(separator: ", ")
            throw Self.complaint(
                file, key.mark?.line ?? line, path, "has no `\(key.string ?? "?")`; it may have: \(known)")
        }
    }

    func has(_ key: String) -> Bool { mapping[Node(key)] != nil }

    /// The present ones of these keys.
    func present(among keys: [String]) -> [String] { keys.filter(has) }

    func node(_ key: String) -> Node? { mapping[Node(key)] }

    func text(_ key: String) throws(ScenarioError) -> String? {
        guard let node = node(key) else { return nil }
        return try text(of: node, key)
    }

    func requiredText(_ key: String) throws(ScenarioError) -> String {
        guard let value = try text(key), !value.isEmpty else { throw complaint(key, "is missing") }
        return value
    }

    /// Reads one of several words.
    func word<Word: RawRepresentable<String> & CaseIterable>(
        _ key: String, _ type: Word.Type
    ) throws(ScenarioError) -> Word? {
        guard let text = try text(key) else { return nil }
        return try word(text, type, of: key)
    }

    func word<Word: RawRepresentable<String> & CaseIterable>(
        _ text: String, _ type: Word.Type, of key: String
    ) throws(ScenarioError) -> Word {
        guard let word = Word(rawValue: text) else {
            let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw complaint(key, "cannot be `\(text)`; it can be: \(known)")
        }
        return word
    }

    func words<Word: RawRepresentable<String> & CaseIterable>(
        _ key: String, _ type: Word.Type
    ) throws(ScenarioError) -> [Word]? {
        guard has(key) else { return nil }
        var words: [Word] = []
        for text in try texts(key) { words.append(try word(text, type, of: key)) }
        return words
    }

    /// Reads `on` or `off`, `yes` or `no`.
    func isOn(_ key: String) throws(ScenarioError) -> Bool? {
        guard let text = try text(key) else { return nil }
        switch text {
        case "on", "yes", "true": return true
        case "off", "no", "false": return false
        default: throw complaint(key, "cannot be `\(text)`; it can be: on, off")
        }
    }

    func integer(_ key: String, in range: ClosedRange<Int>) throws(ScenarioError) -> Int? {
        guard let text = try text(key) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw complaint(key, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Reads a time, such as `100 ms`, `2 s`, `1.5 s` or `2 min`.
    func time(_ key: String) throws(ScenarioError) -> Duration? {
        guard let text = try text(key) else { return nil }
        guard let time = Duration(scenarioText: text), time <= ScenarioLimits.timeMax else {
            throw complaint(key, "must be a time such as `100 ms`, `2 s`, `1.5 s` or `2 min`, not `\(text)`")
        }
        return time
    }

    /// Reads a list; a single value counts as a list of one.
    func texts(_ key: String) throws(ScenarioError) -> [String] {
        guard let node = node(key) else { return [] }
        guard let sequence = node.sequence else { return [try text(of: node, key)] }
        guard sequence.count <= ScenarioLimits.listMax else {
            throw complaint(key, "has more than \(ScenarioLimits.listMax) entries", code: .tooMuch)
        }
        var values: [String] = []
        for element in sequence { values.append(try text(of: element, key)) }
        return values
    }

    func section(_ key: String, keys: [String]) throws(ScenarioError) -> ScenarioSection? {
        guard let node = node(key) else { return nil }
        return try ScenarioSection(node, file: file, path: place(key), keys: keys)
    }

    func sections(_ key: String, keys: [String], max: Int) throws(ScenarioError) -> [ScenarioSection] {
        guard let node = node(key) else { return [] }
        guard let sequence = node.sequence else { throw complaint(key, "must be a list, each entry with `- `") }
        guard sequence.count <= max else { throw complaint(key, "has more than \(max) entries", code: .tooMuch) }
        var sections: [ScenarioSection] = []
        for (index, element) in sequence.enumerated() {
            sections.append(
                try ScenarioSection(element, file: file, path: "\(place(key))[\(index)]", keys: keys))
        }
        return sections
    }

    /// The sections of a mapping with their names, in order.
    func named(_ key: String, keys: [String], max: Int) throws(ScenarioError) -> [(String, ScenarioSection)] {
        guard let node = node(key) else { return [] }
        guard let mapping = node.mapping else { throw complaint(key, "must be written as `name: {…}`") }
        guard mapping.count <= max else { throw complaint(key, "has more than \(max) entries", code: .tooMuch) }
        var sections: [(String, ScenarioSection)] = []
        for (name, value) in mapping {
            let name = try text(of: name, key)
            let place = "\(place(key)).\(name)"
            sections.append((name, try ScenarioSection(value, file: file, path: place, keys: keys)))
        }
        return sections
    }

    /// The pairs of a mapping of texts, in order.
    func pairs(_ key: String) throws(ScenarioError) -> [(String, String)] {
        guard let node = node(key) else { return [] }
        guard let mapping = node.mapping, mapping.count <= ScenarioLimits.listMax else {
            throw complaint(key, "must be written as `{name: value, …}`")
        }
        var pairs: [(String, String)] = []
        for (name, value) in mapping { pairs.append((try text(of: name, key), try text(of: value, key))) }
        return pairs
    }

    func complaint(_ key: String, _ words: String, code: ScenarioError.Code = .meaning) -> ScenarioError {
        Self.complaint(file, node(key)?.mark?.line ?? line, place(key), words, code: code)
    }

    private static func complaint(
        _ file: String, _ line: Int, _ path: String, _ words: String, code: ScenarioError.Code = .meaning
    ) -> ScenarioError {
        ScenarioError(code, "\(file), line \(line): \(path.isEmpty ? "the scenario" : "`\(path)`") \(words)")
    }

    private func place(_ key: String) -> String {
        if key.isEmpty { return path }
        return path.isEmpty ? key : "\(path).\(key)"
    }

    private func text(of node: Node, _ key: String) throws(ScenarioError) -> String {
        guard let scalar = node.scalar else { throw complaint(key, "must be one value") }
        guard scalar.string.utf8.count <= ScenarioLimits.textMax else {
            throw complaint(key, "is longer than \(ScenarioLimits.textMax) bytes", code: .tooMuch)
        }
        return scalar.string
    }
}

extension Duration {
    /// Reads `100 ms`, `2 s`, `1.5 s` or `2 min`; nil for anything else, including fractions of a millisecond.
    public init?(scenarioText text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, let number = Self.thousandths(parts[0]) else { return nil }
        switch parts[1] {
        case "ms": self = .milliseconds(number / 1_000)
        case "s": self = .milliseconds(number)
        case "min": self = .milliseconds(number * 60)
        default: return nil
        }
    }

    /// The number times a thousand; nil with more than three decimals or nine digits before them.
    private static func thousandths(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = digits(parts[0], max: 9) else { return nil }
        guard parts.count == 2 else { return whole * 1_000 }
        guard let decimals = digits(parts[1], max: 3) else { return nil }
        let scale: Int64 = parts[1].count == 1 ? 100 : parts[1].count == 2 ? 10 : 1
        return whole * 1_000 + decimals * scale
    }

    private static func digits(_ text: Substring, max: Int) -> Int64? {
        guard !text.isEmpty, text.count <= max, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Int64(text)
    }

    /// Seconds with three decimals, as in a stopwatch.
    public var scenarioText: String {
        let (seconds, attoseconds) = components
        let thousandths = String(1_000 + abs(attoseconds) / 1_000_000_000_000_000).dropFirst()
        let sign = seconds == 0 && attoseconds < 0 ? "-" : ""
        return "\(sign)\(seconds).\(thousandths)"
    }
}
