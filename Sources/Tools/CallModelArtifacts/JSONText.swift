internal import WireJSON

/// Writes values as JSON; the files lay the lines out themselves, so that a change shows as few changed lines.
enum JSONText {
    static func of(_ value: JSONValue) -> String {
        String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
    }

    static func of(_ text: String) -> String { of(JSONValue.string(text)) }
    static func of(_ texts: [String]) -> String { "[" + texts.map { of($0) }.joined(separator: ", ") + "]" }
    static func of(_ numbers: [Int]) -> String { "[" + numbers.map { String($0) }.joined(separator: ",") + "]" }
    static func optional(_ text: String?) -> String { text.map { of($0) } ?? "null" }

    /// A list with an element a line.
    static func lines(_ elements: [String], indent: String = "  ") -> String {
        "[\n" + elements.map { indent + "  " + $0 }.joined(separator: ",\n") + "\n" + indent + "]"
    }
}
