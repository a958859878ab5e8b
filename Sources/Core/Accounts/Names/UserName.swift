/// What a user or a device is called, logs in as and stands in addresses by.
public struct UserName: Hashable, Sendable {
    /// In Unicode scalars.
    public static let length = 1...128
    public static let alphabet = NameAlphabet.user

    public let text: String

    /// - Throws: why the text is no name.
    public init(_ text: String) throws(NameFault) {
        // First, so that the character is named whatever else is wrong.
        if let fault = Self.alphabet.fault(in: text) { throw fault }
        guard Self.length.contains(text.unicodeScalars.count) else { throw .length(Self.length) }
        guard text != ".", text != ".." else { throw .dots }
        self.text = text
    }
}
