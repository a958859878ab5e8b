internal import WireJSON

/// Which keys a command takes, of which kind, and which it needs.
///
/// Written as `name:kind`, with `!` for what is needed. Kinds: `s` text, `b` truth, `n` whole number (perhaps with a
/// range `n5-600`), `a` list, `o` object, `*` anything, and `a|b|c` one of these words.
/// Source: Telnyx's OpenAPI document of 2026-07-16. That document forbids no other key; a misspelt one is refused here.
struct TelnyxShape: Hashable, Sendable {
    private struct Key: Hashable, Sendable {
        var name: String
        var kind: String
        var isNeeded: Bool
    }

    private let keys: [Key]

    init(_ text: String) {
        keys = text.split(whereSeparator: { $0 == " " || $0 == "\n" }).map { word in
            let isNeeded = word.hasSuffix("!")
            let parts = (isNeeded ? word.dropLast() : word).split(separator: ":")
            return Key(name: String(parts[0]), kind: parts.count > 1 ? String(parts[1]) : "s", isNeeded: isNeeded)
        }
    }

    func check(_ body: JSONObject) throws(TelnyxError) {
        for member in body.members {
            guard let key = keys.first(where: { $0.name == member.key }) else {
                throw TelnyxError.request("10015", "Unknown parameter \(member.key).", at: member.key)
            }
            try Self.check(member.value, key)
        }
        for key in keys where key.isNeeded && body[key.name] == nil {
            throw TelnyxError.request("10004", "\(key.name) is required.", at: key.name)
        }
    }

    private static func check(_ value: JSONValue, _ key: Key) throws(TelnyxError) {
        let isOfKind: Bool
        switch key.kind {
        case "*": isOfKind = true
        case "s": isOfKind = value.string != nil
        case "b": isOfKind = value.bool != nil
        case "a": isOfKind = value.array != nil
        case "o": isOfKind = value.object != nil
        case let kind where kind.hasPrefix("n"): return try checkNumber(value, key)
        default:
            guard let word = value.string, key.kind.split(separator: "|").contains(Substring(word)) else {
                throw TelnyxError.request("10032", "\(key.name) is one of \(key.kind).", at: key.name)
            }
            return
        }
        guard isOfKind else { throw TelnyxError.request("10015", "\(key.name) has the wrong type.", at: key.name) }
    }

    private static func checkNumber(_ value: JSONValue, _ key: Key) throws(TelnyxError) {
        guard case .integer(let number) = value else {
            throw TelnyxError.request("10015", "\(key.name) is a whole number.", at: key.name)
        }
        let range = key.kind.dropFirst().split(separator: "-").compactMap { Int64($0) }
        guard range.count < 2 || range[0] <= number && number <= range[1] else {
            throw TelnyxError.request("10033", "\(key.name) is from \(range[0]) to \(range[1]).", at: key.name)
        }
    }
}
