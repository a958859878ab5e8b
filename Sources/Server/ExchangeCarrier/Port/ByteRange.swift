/// One run of bytes of a file, as clients ask for it. Source: RFC 9110 §14.1.2.
public struct ByteRange: Hashable, Sendable, CustomStringConvertible {
    /// Digits of a position: files here have nine.
    static let digitsMax = 15

    private let first: String
    private let last: String

    /// - Parameter header: `bytes=0-99`, `bytes=100-` or `bytes=-100`.
    /// - Returns: nil when it is something else, several runs too: whoever cannot follow a range gives the whole file.
    public init?(header: String) {
        guard header.hasPrefix("bytes=") else { return nil }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy(Self.isPosition), !(ends[0].isEmpty && ends[1].isEmpty) else {
            return nil
        }
        (first, last) = (String(ends[0]), String(ends[1]))
        if let begin = Int(first), let end = Int(last), end < begin { return nil }
    }

    private static func isPosition(_ text: Substring) -> Bool {
        text.count <= digitsMax && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }

    public var description: String { "bytes=\(first)-\(last)" }

    /// Whether a text is what `Content-Range` may hold, such as `bytes 0-99/1000`. Source: RFC 9110 §14.4.
    static func isContentRange(_ text: String) -> Bool {
        guard text.hasPrefix("bytes ") else { return false }
        let halves = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, halves[1] == "*" || isPosition(halves[1]) && !halves[1].isEmpty else { return false }
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        return ends.count == 2 && ends.allSatisfy { isPosition($0) && !$0.isEmpty }
    }
}
