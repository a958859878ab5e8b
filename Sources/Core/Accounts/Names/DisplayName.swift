/// What people are shown in place of a user's name.
public struct DisplayName: Hashable, Sendable {
    /// In Unicode scalars.
    public static let length = 1...256
    public static let alphabet = NameAlphabet.display
    /// White space, which it neither begins nor ends with.
    public static let edges = NameAlphabet.blanks

    public let text: String

    /// - Throws: why the text is no name.
    public init(_ text: String, length: ClosedRange<Int> = Self.length) throws(NameFault) {
        if let fault = Self.alphabet.fault(in: text) { throw fault }
        guard length.contains(text.unicodeScalars.count) else { throw .length(length) }
        let ends = [text.unicodeScalars.first, text.unicodeScalars.last].compactMap(\.self)
        guard ends.allSatisfy(Self.edges.allows) else { throw .edge }
        self.text = text
    }

    /// A name that a device claims, without the white space around it; nil when that is no name.
    public init?(claimed text: String) {
        guard let name = try? DisplayName(Self.withoutEdges(text)) else { return nil }
        self = name
    }

    /// A text without the white space around it.
    public static func withoutEdges(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: edges.allows), let last = scalars.lastIndex(where: edges.allows)
        else { return "" }
        return String(scalars[first...last])
    }
}
