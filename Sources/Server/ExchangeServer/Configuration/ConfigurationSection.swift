internal import Accounts
internal import Foundation
internal import Redaction
internal import Yams

/// A mapping of the configuration file that is read key by key.
///
/// Every error names the file, the line, the key and the valid values. Unknown keys are refused rather than ignored,
/// because they are mistakes.
struct ConfigurationSection {
    let file: String
    /// The path in the file, such as `users[2].devices[0]`; empty at the top.
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

    /// Reads one of several words and returns its value.
    func choice<Value>(_ key: String, _ words: [(String, Value)]) throws(ExchangeServerError) -> Value? {
        guard let word = try text(key) else { return nil }
        guard let meant = words.first(where: { $0.0 == word })?.1 else {
            throw complaint(key, "must be one of \(words.map(\.0).joined(separator: ", "))")
        }
        return meant
    }

    /// Reads a list of texts; a single text counts as a list of one. Numbers such as `1001` are read as written.
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

    // MARK: - Errors

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

extension ConfigurationSection {
    /// The most bytes of a key or certificate file.
    private static let fileBytesMax = 1024 * 1024

    /// Reads the text of the file that a key names.
    func fileText(_ key: String) throws(ExchangeServerError) -> String? {
        guard let path = try text(key) else { return nil }
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)), data.count <= Self.fileBytesMax,
            let text = String(data: data, encoding: .utf8)
        else {
            throw complaint(key, "names \(path), which cannot be read as text of at most \(Self.fileBytesMax) bytes")
        }
        return text
    }

    /// Reads a secret from a key, or from the file that `key-file` names.
    func secret(_ key: String) throws(ExchangeServerError) -> Redacted<String> {
        switch (try text(key), try fileText("\(key)-file")) {
        case (let here?, nil) where !here.isEmpty: return Redacted(here)
        case (nil, let there?):
            let trimmed = there.trimmingCharacters(in: .whitespacesAndNewlines)
            guard !trimmed.isEmpty else { throw complaint("\(key)-file", "names a file with nothing in it") }
            return Redacted(trimmed)
        case (.some, .some): throw complaint("\(key)-file", "and \(key) are both given; keep one")
        default: throw complaint(key, "is missing; or give \(key)-file")
        }
    }

    /// Reads the complete address of a server.
    func address(_ key: String) throws(ExchangeServerError) -> String? {
        guard let text = try text(key) else { return nil }
        guard let url = URL(string: text), url.scheme == "https" || url.scheme == "http", url.host != nil else {
            throw complaint(key, "must be an address such as https://api.example.com/v2")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// Reads the complete address of a WebSocket server.
    func socketAddress(_ key: String) throws(ExchangeServerError) -> String? {
        guard let text = try text(key) else { return nil }
        guard let url = URL(string: text), url.scheme == "wss" || url.scheme == "ws", url.host != nil else {
            throw complaint(key, "must be an address such as wss://rtc.telnyx.com")
        }
        return text
    }
}

/// Readers of names.
extension ConfigurationSection {
    /// - Parameter text: the value of the key, or a name made of other names.
    /// - Throws: an error with the character that a name cannot contain.
    func name(_ key: String, _ text: String) throws(ExchangeServerError) -> String {
        do throws(NameError) {
            return try UserName(text).text
        } catch {
            throw complaint(key, "\(error)")
        }
    }

    /// Reads a display name; nil when there is none.
    ///
    /// - Throws: an error with the character that it cannot contain.
    func displayName(_ key: String) throws(ExchangeServerError) -> Redacted<String>? {
        guard let text = try text(key), !text.isEmpty else { return nil }
        do throws(NameError) {
            return Redacted(try DisplayName(text).text)
        } catch {
            throw complaint(key, "\(error)")
        }
    }

    /// Reads the address of a user's picture; nil when there is none.
    ///
    /// - Throws: an error with the form of such an address.
    func picture(_ key: String) throws(ExchangeServerError) -> Redacted<String>? {
        guard let text = try text(key), !text.isEmpty else { return nil }
        guard let address = PictureAddress(text) else { throw complaint(key, PictureAddress.rule) }
        return Redacted(address.text)
    }
}
