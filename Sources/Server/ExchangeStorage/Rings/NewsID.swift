/// The sender's own name for a piece of news: a webhook's event id. The same news is taken once, however often it comes.
public struct NewsID: Hashable, Sendable {
    /// Bytes; Telnyx' are UUIDs of 36.
    public static let bytesMax = 128

    public let text: String

    /// - Returns: nil when the text is empty or longer than ``bytesMax``.
    public init?(_ text: String) {
        guard (1...Self.bytesMax).contains(text.utf8.count) else { return nil }
        self.text = text
    }
}
